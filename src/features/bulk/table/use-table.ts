import { useCallback, useEffect, useRef, useState } from 'react';
import { storedFiles } from '#jobs/store/stored-files.ts';
import { isDiskFull } from '#jobs/store/storage-space.ts';
import { readTable } from '#widgets/table-reading/read-table.ts';
import { TableError, type ReadChoices, type TableFault } from '#widgets/table-reading/table.ts';
import type { ChangeWork } from '../prepare/use-work.ts';
import { withTable } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';

export interface TableReading {
  readonly running: boolean;
  readonly fault:
    { readonly what: TableFault | 'gone' | 'full'; readonly found: number | undefined } | undefined;
}

/** Reads the table from the file that is given, and again in another way from its stored bytes. */
export function useTable(
  scope: string,
  change: ChangeWork,
): {
  reading: TableReading;
  read: (file: File, pasted?: boolean) => void;
  readAgain: (source: NonNullable<BulkWork['source']>, choices: ReadChoices) => void;
} {
  const [reading, setReading] = useState<TableReading>({ running: false, fault: undefined });
  const over = useRef<AbortController>(undefined);
  useEffect(() => () => over.current?.abort(), []);

  const run = useCallback(
    async (
      source: NonNullable<BulkWork['source']>,
      choices: ReadChoices,
      fileOf: () => Promise<File | undefined>,
    ): Promise<void> => {
      over.current?.abort();
      const abort = new AbortController();
      over.current = abort;
      setReading({ running: true, fault: undefined });
      const end = (fault: TableReading['fault']): void => {
        if (!abort.signal.aborted) setReading({ running: false, fault });
      };
      try {
        const file = await fileOf();
        if (!file) {
          end({ what: 'gone', found: undefined });
          return;
        }
        const table = await readTable(file, choices, abort.signal);
        if (abort.signal.aborted) return;
        change((work) => withTable(work, table, source, choices));
        end(undefined);
      } catch (error) {
        if (error instanceof TableError) end({ what: error.fault, found: error.found });
        else end({ what: isDiskFull(error) ? 'full' : 'unreadable', found: undefined });
      }
    },
    [change],
  );

  return {
    reading,
    read: (file, pasted = false) => {
      const source = { name: file.name, fileId: crypto.randomUUID(), pasted };
      void run(source, {}, async () => {
        // Only to read it in another way later: where there is no space for it, it is read all the same.
        await storedFiles(scope)
          .writeFile(source.fileId, file)
          .catch(() => undefined);
        return file;
      });
    },
    readAgain: (source, choices) =>
      void run(source, choices, () => storedFiles(scope).readFile(source.fileId)),
  };
}
