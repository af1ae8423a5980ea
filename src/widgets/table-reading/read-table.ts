import { TableError, tableLimits, type ReadChoices, type ReadTable } from './table.ts';
import type { TableAnswer, TableQuestion } from './table-worker.ts';

/**
 * Reads a table from a file in a worker of its own, so that no file can hold the page up: one that takes too long is
 * given up with its worker.
 *
 * @throws TableError when it is no table that can be read
 * @throws DOMException `AbortError` when the signal aborts
 */
export async function readTable(
  file: Blob,
  choices: ReadChoices = {},
  signal?: AbortSignal,
): Promise<ReadTable> {
  if (file.size > tableLimits.fileBytes) throw new TableError('too-large', file.size);
  if (typeof Worker === 'undefined') {
    const { readBytes } = await import('./read-bytes.ts');
    return readBytes(new Uint8Array(await file.arrayBuffer()), choices);
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      type: 'module',
      name: 'table',
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(new DOMException('Reading was cancelled.', 'AbortError')));
    const timer = setTimeout(() => end(() => reject(new TableError('slow'))), tableLimits.milliseconds);
    signal?.addEventListener('abort', onAbort);
    worker.onerror = () => end(() => reject(new TableError('unreadable')));
    worker.onmessage = ({ data }: MessageEvent<TableAnswer>) =>
      end(() => ('table' in data ? resolve(data.table) : reject(new TableError(data.fault, data.found))));
    const question: TableQuestion = { file, choices };
    worker.postMessage(question);
  });
}
