import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { hashFile, type Digests } from '#api/files/hash-file.ts';
import type { Draft, IouFields } from '#api/store/draft-shape.ts';
import { drafts } from '#api/store/drafts.ts';
import type { ContentKind } from '#contract/kinds.ts';
import { iouOf } from './iou.ts';
import { nameOfFile, readDocument, type FileRefusal } from './read-document.ts';

/** How far hashing of the present document is. */
export type Hashing =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'done'; readonly digests: Digests }
  | { readonly state: 'failed' };

export type Saving = { readonly at: Date } | { readonly failed: string } | undefined;

/** The document as it will be uploaded, whichever way it was given. */
export interface ComposedDocument {
  readonly file: File;
  readonly kind: ContentKind;
}

export interface Composer {
  readonly draft: Draft;
  readonly document: ComposedDocument | undefined;
  readonly hashing: Hashing;
  readonly refusal: { readonly name: string; readonly why: FileRefusal } | undefined;
  readonly saving: Saving;
  readonly update: (part: Partial<Draft>) => void;
  readonly updateIou: (part: Partial<IouFields>) => void;
  readonly chooseFile: (file: File) => Promise<void>;
  readonly discard: () => Promise<void>;
}

export function newDraft(scope: string): Draft {
  return {
    id: crypto.randomUUID(),
    scope,
    kind: 'file',
    name: '',
    text: '',
    iou: undefined,
    file: undefined,
    signers: [],
    nom151: false,
    keepAsDraft: false,
    updatedAt: new Date().toISOString(),
  };
}

/** Milliseconds of quiet after which a change is kept. */
const saveAfter = 250;

/**
 * A request being composed. Every change is kept in this browser a moment later, and at once when the page
 * is left; the chosen file's bytes are kept with it.
 */
export function useComposer(start: { draft: Draft; file: File | undefined }): Composer {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(start.draft);
  const [file, setFile] = useState(start.file);
  const [kind, setKind] = useState<Exclude<ContentKind, 'IOU'>>();
  const [refusal, setRefusal] = useState<Composer['refusal']>();
  const [saving, setSaving] = useState<Saving>();
  const store = useMemo(() => drafts(draft.scope), [draft.scope]);
  const unsaved = useRef<Draft>(undefined);

  const save = useCallback(async (): Promise<void> => {
    const pending = unsaved.current;
    if (!pending) return;
    try {
      await store.write(pending);
      // Not before: what is being written when the page goes away is still to be kept.
      if (unsaved.current === pending) unsaved.current = undefined;
      setSaving({ at: new Date() });
      await queries.invalidateQueries({ queryKey: store.key });
    } catch (error) {
      if (unsaved.current === pending) unsaved.current = undefined;
      setSaving({ failed: error instanceof Error ? error.message : String(error) });
    }
  }, [queries, store]);

  const update = useCallback((part: Partial<Draft>): void => {
    setDraft((before) => {
      const next = { ...before, ...part, updatedAt: new Date().toISOString() };
      unsaved.current = next;
      return next;
    });
  }, []);

  useEffect(() => {
    if (!unsaved.current) return undefined;
    const timer = setTimeout(() => void save(), saveAfter);
    return () => clearTimeout(timer);
  }, [draft, save]);

  useEffect(() => {
    // A page may be discarded without more notice once it is hidden.
    const leave = (): void => {
      if (unsaved.current) store.writeNow(unsaved.current);
      void save();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      // Leaving the page inside the app keeps the last keystrokes too.
      void save();
    };
  }, [save, store]);

  // A file that was kept knows its kind only by its bytes: read them again.
  useEffect(() => {
    if (!start.file) return;
    void readDocument(start.file).then((read) => {
      if ('kind' in read) setKind(read.kind);
    });
  }, [start.file]);

  const chooseFile = useCallback(
    async (chosen: File): Promise<void> => {
      const read = await readDocument(chosen);
      if ('refusal' in read) {
        setRefusal({ name: chosen.name, why: read.refusal });
        return;
      }
      setRefusal(undefined);
      setFile(chosen);
      setKind(read.kind);
      setDraft((before) => {
        const next: Draft = {
          ...before,
          kind: 'file',
          // A name that somebody typed stays; one that came from the replaced file goes with it.
          name:
            !before.name || before.name === nameOfFile(before.file?.name ?? '')
              ? nameOfFile(chosen.name)
              : before.name,
          file: { name: chosen.name, type: chosen.type, size: chosen.size },
          updatedAt: new Date().toISOString(),
        };
        unsaved.current = next;
        return next;
      });
      try {
        await store.writeFile(draft.id, chosen);
      } catch (error) {
        setSaving({ failed: error instanceof Error ? error.message : String(error) });
      }
    },
    [draft.id, store],
  );

  const text =
    draft.kind === 'text' ? draft.text : draft.kind === 'iou' ? (draft.iou?.text ?? '') : undefined;
  const composed = useMemo((): ComposedDocument | undefined => {
    if (text === undefined) return file && kind ? { file, kind } : undefined;
    if (text.trim() === '') return undefined;
    const name = draft.kind === 'iou' ? 'pagare.txt' : 'documento.txt';
    return {
      file: new File([text], name, { type: 'text/plain' }),
      kind: draft.kind === 'iou' ? 'IOU' : 'raw',
    };
  }, [text, file, kind, draft.kind]);

  const hashing = useHashing(composed?.file, text === undefined ? 0 : 400);

  return {
    draft,
    document: composed,
    hashing,
    refusal,
    saving,
    update,
    updateIou: (part) => update({ iou: { ...iouOf(draft), ...part } }),
    chooseFile,
    discard: async () => {
      unsaved.current = undefined;
      await store.remove(draft.id);
      await queries.invalidateQueries({ queryKey: store.key });
    },
  };
}

/** Hashes a document in a worker whenever it changes, after `quiet` milliseconds without a change. */
function useHashing(file: File | undefined, quiet: number): Hashing {
  const [known, setKnown] = useState<{ file: File; hashing: Hashing }>();
  useEffect(() => {
    if (!file) return undefined;
    const abort = new AbortController();
    const tell = (hashing: Hashing): void => {
      if (!abort.signal.aborted) setKnown({ file, hashing });
    };
    const timer = setTimeout(() => {
      hashFile(file, {
        signal: abort.signal,
        onProgress: (done) => tell({ state: 'running', done, total: file.size }),
      }).then(
        (digests) => tell({ state: 'done', digests }),
        () => tell({ state: 'failed' }),
      );
    }, quiet);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [file, quiet]);
  if (!file) return { state: 'none' };
  // What is known of another file says nothing of this one.
  return known?.file === file ? known.hashing : { state: 'running', done: 0, total: file.size };
}
