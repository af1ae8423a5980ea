import { bulks } from '#api/operations/bulks.ts';
import type { BulkItem } from '#api/operations/bulk.ts';
import { resultRows } from '#features/bulk/result-csv.ts';
import { csvBlob } from '#widgets/csv.ts';
import { saveBlob } from '#widgets/save-blob.ts';
import { m } from '#words/words.ts';
import { reasonOf } from './failure-words.ts';

/** Items that are read together: the whole of a long bulk is never in memory twice. */
const together = 500;

/** Saves what became of every row of a bulk: the file can be read back to send what failed. */
export async function saveBulkResult(scope: string, id: string): Promise<void> {
  const book = bulks(scope);
  const operation = await book.read(id);
  if (!operation) throw new Error('The bulk is not kept any more.');
  const items: BulkItem[] = [];
  for (let part = await book.readItems(id, { from: 0, most: together }); part.length > 0;) {
    items.push(...part);
    part = await book.readItems(id, { from: items.length, most: together });
  }
  const rows = resultRows(operation, items, { failure: reasonOf, refusal: (code) => code });
  const stamp = new Date().toISOString().slice(0, 16).replace(':', '');
  saveBlob(csvBlob(rows), `${m.shell_bulk_result_name()}-${stamp}Z.csv`);
}
