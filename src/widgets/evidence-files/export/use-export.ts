import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { m, type Locale } from '#i18n/messages.ts';
import { saveBlob } from '../../files/save-blob.ts';
import { failureRows, whyNot, type ExportTarget } from './export-many.ts';
import { runExport, type ExportKind, type ExportResult, type PrintedCase } from './run-export.ts';
import { chooseSaver, type FileSaver } from './save-files.ts';

export interface ExportSource {
  /** What is exported, in words: the title of a document, or «12 testigos». */
  readonly title: string;
  readonly count: number;
  /** Reads what is exported, once the user says so: a filtered list may have more than what was scrolled to. */
  readonly load: (signal: AbortSignal) => Promise<readonly ExportTarget[]>;
}

interface ExportChoices {
  readonly kind: ExportKind;
  readonly includeDocuments: boolean;
  readonly language: Locale;
}

/** Runs an export, and says how far it is and what could not be exported. */
export function useExport({ title, load, count }: ExportSource, onClose: () => void) {
  const snack = useSnack();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<ExportResult>();
  const [printed, setPrinted] = useState<readonly PrintedCase[]>();
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);
  const endPrint = useCallback(() => setPrinted(undefined), []);

  const run = async ({ kind, includeDocuments, language }: ExportChoices): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setFailure(undefined);
    setResult(undefined);
    try {
      // Browsers offer a folder only while a click is handled, so this comes before everything else.
      const save: FileSaver = count > 1 && kind === 'case' ? await chooseSaver() : saveOne;
      setProgress({ done: 0, total: count });
      const targets = await load(control.signal);
      const ended = await runExport({
        kind,
        targets,
        title,
        includeDocuments: includeDocuments && kind !== 'print',
        language,
        save,
        signal: control.signal,
        onProgress: (done, total) => setProgress({ done, total }),
      });
      show(ended);
    } catch (error) {
      if (!isAbort(error)) setFailure(whyNot(error));
      else if (control.signal.aborted) setFailure(m.evidence_export_cancelled());
    } finally {
      setProgress(undefined);
    }
  };

  const show = (ended: ExportResult): void => {
    if (ended.printed.length > 0) setPrinted(ended.printed);
    const [only] = ended.outcomes;
    if (count <= 1 && only && 'error' in only) {
      setFailure(whyNot(only.error));
      return;
    }
    const [name] = ended.files;
    if (name !== undefined)
      snack({
        text: savedWords(name, ended),
      });
    // What came with less than it should is said before the dialog goes.
    if (failureRows(ended.outcomes).length > 1) setResult(ended);
    else if (ended.printed.length === 0) onClose();
  };

  return {
    run,
    cancel: () => running.current?.abort(),
    progress,
    failure,
    /** What was exported, where something of it was not. */
    result,
    printed,
    endPrint,
  };
}

/** A download is begun here; that a file was saved is said only of what was written into a folder. */
function savedWords(name: string, { files, written }: ExportResult): string {
  const count = files.length;
  if (written) return m.evidence_export_saved_many({ count });
  return count === 1 ? m.evidence_export_saved({ name }) : m.evidence_export_downloads({ count });
}

const saveOne: FileSaver = (name, text, mime) => {
  saveBlob(new Blob([text], { type: mime }), name);
  return Promise.resolve(false);
};

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
