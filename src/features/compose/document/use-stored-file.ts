import { useCallback, useMemo, useRef, useState } from 'react';
import { drafts } from '#jobs/drafts/drafts.ts';
import { removeFiles } from '#jobs/store/stored-files.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';

/** Whether the chosen file's bytes are in this browser. `missing`: they were, and the browser has them no more. */
export type FileKeeping = 'none' | 'keeping' | 'stored' | 'full' | 'failed' | 'missing';

/** Keeps the bytes of a chosen file, and those of the one before it no longer. */
export function useStoredFile(
  scope: string,
  start: FileKeeping,
): {
  readonly keeping: FileKeeping;
  /** Resolves when it is stored, or is known not to be. */
  readonly keep: (fileId: string, file: File, replaced: string | undefined) => Promise<void>;
  /** Tries once more what did not fit. */
  readonly keepAgain: () => Promise<void>;
} {
  const store = useMemo(() => drafts(scope), [scope]);
  const [keeping, setKeeping] = useState(start);
  const newest = useRef<{ fileId: string; file: File; replaced: string | undefined }>(undefined);

  const keepNewest = useCallback(async (): Promise<void> => {
    const chosen = newest.current;
    if (!chosen) return;
    setKeeping('keeping');
    let end: FileKeeping = 'stored';
    try {
      await store.writeFile(chosen.fileId, chosen.file);
      if (chosen.replaced !== undefined) await removeFiles(scope, [chosen.replaced]);
    } catch (error) {
      end = isDiskFull(error) ? 'full' : 'failed';
    }
    // Another one may have been chosen meanwhile: then it says how it went.
    if (newest.current === chosen) setKeeping(end);
    else await removeFiles(scope, [chosen.fileId]).catch(() => undefined);
  }, [scope, store]);

  const keep = useCallback(
    (fileId: string, file: File, replaced: string | undefined): Promise<void> => {
      newest.current = { fileId, file, replaced };
      return keepNewest();
    },
    [keepNewest],
  );
  return { keeping, keep, keepAgain: keepNewest };
}
