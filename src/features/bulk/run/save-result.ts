import { currentTime } from '#clock/clock.ts';
import type { BulkJob } from '#jobs/bulk/bulk-record.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { csvBlob } from '#widgets/files/csv.ts';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import { failureWords } from './failure-texts.ts';
import { codeWords } from '../dry-run/reason-texts.ts';
import { resultRows } from './result-csv.ts';

/** Saves what became of every row of a bulk: the file can be read again as a table, to send what failed. */
export async function saveResult(scope: string, operation: BulkJob): Promise<void> {
  const items = await bulks(scope).listItems(operation.id);
  const rows = resultRows(operation, items, { failure: failureWords, refusal: codeWords });
  const stamp = currentTime().toISOString().slice(0, 16).replace(':', '');
  saveBlob(csvBlob(rows), `${m.bulk_result_name()}-${stamp}Z.csv`);
}
