import { readDraft } from './draft-shape.ts';
import { unsavedRecords } from './unsaved-records.ts';

export const unsavedDrafts = unsavedRecords('testigo.unsaved-draft.', readDraft);
