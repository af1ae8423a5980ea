import { saveBlob } from '#widgets/files/save-blob.ts';
import type { Wording } from '#widgets/report/texts/when.ts';
import type { Snapshot } from '../run/snapshot.ts';
import { verificationCsv } from './verification-csv.ts';

/** Saves what became of every item as a file. */
export function saveCsv(snapshot: Snapshot, wording: Wording): void {
  saveBlob(verificationCsv(snapshot, wording), 'testigo-verification.csv');
}
