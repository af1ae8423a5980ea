import { BulkDraft } from '../store/record-shapes.ts';
import { unsavedRecords } from './unsaved-records.ts';

export const unsavedBulkDrafts = unsavedRecords(
  'testigo.unsaved-bulk-draft.',
  (record): BulkDraft | undefined => BulkDraft.safeParse(record).data,
);
