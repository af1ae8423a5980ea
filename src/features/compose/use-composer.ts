import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { hashFile, type Digests } from '#client/files/hash-file.ts';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { laterThan } from '#jobs/drafts/later-than.ts';
import type { ContentKind } from '#contract/resources/kinds.ts';
import { nameOfFile, readDocument, type FileRefusal } from './document/read-document.ts';
import { fieldsOf, type RequestFields } from './request-form.ts';
import { useStoredFile, type FileKeeping } from './document/use-stored-file.ts';
import { useSaving, type Saving } from './draft/use-saving.ts';

/** How far hashing of the present document is. */
export type Hashing =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'done'; readonly digests: Digests }
  | { readonly state: 'failed' };

/** The document as it will be uploaded, whether chosen or typed. */
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
  /** What became of the chosen file's bytes. */
  readonly keeping: FileKeeping;
  readonly keepFileAgain: () => Promise<void>;
  /** Stores at once whatever is not stored yet. */
  readonly save: () => Promise<void>;
  /** Stores what the form holds now. */
  readonly take: (fields: RequestFields) => void;
  /** @param onRead takes what the file changes in the form */
  readonly chooseFile: (file: File, onRead: (fields: Partial<RequestFields>) => void) => Promise<void>;
  /** There is nothing to be stored any more. */
  readonly forget: () => void;
}

/**
 * A request being composed. Every change is stored in this browser a moment later, and at once when the page
 * is left; the chosen file's bytes are stored with it.
 *
 * @param readOnly another tab has the draft: nothing is changed from here
 */
export function useComposer(start: { draft: Draft; file: File | undefined }, readOnly: boolean): Composer {
  const [draft, setDraft] = useState(start.draft);
  const [file, setFile] = useState(start.file);
  const [kind, setKind] = useState<Exclude<ContentKind, 'IOU'>>();
  const [refusal, setRefusal] = useState<Composer['refusal']>();
  const { saving, note, save, forget } = useSaving(draft.scope);
  const { keeping, keep, keepAgain } = useStoredFile(
    draft.scope,
    start.file ? 'stored' : start.draft.file ? 'missing' : 'none',
  );
  // What is shown is of the last render; what is changed next is of the last change.
  const newest = useRef(draft);
  const newestChosen = useRef<File>(undefined);

  const change = useCallback(
    (how: (before: Draft) => Partial<Draft>): void => {
      if (readOnly) return;
      const before = newest.current;
      newest.current = { ...before, ...how(before), updatedAt: laterThan(before.updatedAt) };
      setDraft(newest.current);
      note(newest.current);
    },
    [note, readOnly],
  );
  const take = useCallback(
    (fields: RequestFields): void => {
      const before = newest.current;
      // The form also reports what is no change.
      if (JSON.stringify(fieldsOf({ ...before, ...fields })) === JSON.stringify(fieldsOf(before))) return;
      const { iou, ...rest } = fields;
      // An IOU that nobody began has no fields yet.
      change(() => ({ ...rest, iou: before.iou || rest.kind === 'iou' ? { ...iou } : undefined }));
    },
    [change],
  );

  // A stored file knows its kind only by its bytes: read them again.
  useEffect(() => {
    if (!start.file) return;
    void readDocument(start.file).then((read) => {
      if ('kind' in read && !newestChosen.current) setKind(read.kind);
    });
  }, [start.file]);

  const chooseFile = useCallback(
    async (chosen: File, onRead: (fields: Partial<RequestFields>) => void): Promise<void> => {
      if (readOnly) return;
      newestChosen.current = chosen;
      const read = await readDocument(chosen);
      // Files are read at different speeds: another one may have been chosen meanwhile.
      if (newestChosen.current !== chosen) return;
      if ('refusal' in read) {
        setRefusal({ name: chosen.name, why: read.refusal });
        return;
      }
      setRefusal(undefined);
      setFile(chosen);
      setKind(read.kind);
      const { id, fileId, file: old, name, corrects } = newest.current;
      const chosenId = crypto.randomUUID();
      change(() => ({ fileId: chosenId }));
      onRead({
        kind: 'file',
        // A name that somebody typed stays, and that of the request it corrects; one that came from the replaced file
        // goes with it.
        name: !name || (!corrects && name === nameOfFile(old?.name ?? '')) ? nameOfFile(chosen.name) : name,
        file: { name: chosen.name, type: chosen.type, size: chosen.size },
      });
      // The draft names it first, so that nothing takes it for left over.
      await save();
      await keep(chosenId, chosen, old ? (fileId ?? id) : undefined);
    },
    [change, keep, readOnly, save],
  );

  const document = useComposedDocument(draft, file, kind);
  // Whoever types changes the document with every key.
  const hashing = useHashing(document?.file, draft.kind === 'file' ? 0 : 400);

  return {
    draft,
    document,
    hashing,
    refusal,
    saving,
    keeping,
    keepFileAgain: keepAgain,
    save,
    take,
    chooseFile,
    forget,
  };
}

/** The document as it will be uploaded: the chosen file, or a file of the typed text. */
function useComposedDocument(
  draft: Draft,
  file: File | undefined,
  kind: ComposedDocument['kind'] | undefined,
): ComposedDocument | undefined {
  const text =
    draft.kind === 'text' ? draft.text : draft.kind === 'iou' ? (draft.iou?.text ?? '') : undefined;
  return useMemo(() => {
    if (text === undefined) return file && kind ? { file, kind } : undefined;
    if (text.trim() === '') return undefined;
    const name = draft.kind === 'iou' ? 'pagare.txt' : 'documento.txt';
    return {
      file: new File([text], name, { type: 'text/plain' }),
      kind: draft.kind === 'iou' ? 'IOU' : 'raw',
    };
  }, [text, file, kind, draft.kind]);
}

/** Hashes a document in a worker whenever it changes, after `quiet` milliseconds without a change. */
function useHashing(file: File | undefined, quiet: number): Hashing {
  const [known, setKnown] = useState<{ file: File; hashing: Hashing }>();
  useEffect(() => {
    if (!file) return undefined;
    const abort = new AbortController();
    const report = (hashing: Hashing): void => {
      if (!abort.signal.aborted) setKnown({ file, hashing });
    };
    const timer = setTimeout(() => {
      hashFile(file, {
        signal: abort.signal,
        onProgress: (done) => report({ state: 'running', done, total: file.size }),
      }).then(
        (digests) => report({ state: 'done', digests }),
        () => report({ state: 'failed' }),
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
