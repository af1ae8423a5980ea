import { withTwins } from '../documents/documents.ts';
import { editKey, rolesFor } from './work.ts';
import type { BulkWork } from './work-record.ts';

/** A change of what is prepared. */
type WorkChange = (work: BulkWork) => BulkWork;

export const removeDocument =
  (id: string): WorkChange =>
  (work) => ({ ...work, documents: withTwins(work.documents.filter((document) => document.id !== id)) });

/** Reads the first row as the names of the columns, or as a row like the others: what was said of rows is void. */
export const setHeader =
  (header: boolean): WorkChange =>
  (work) => {
    const changed = { ...work, header, edits: {}, out: [], accepted: {} };
    return { ...changed, roles: rolesFor(changed) };
  };

/** @param row number of the row @param column place of the column, from 0 */
export const editCell =
  (row: number, column: number, value: string): WorkChange =>
  (work) => ({ ...work, edits: { ...work.edits, [editKey(row, column)]: value } });

/** Leaves a row out of the bulk, or takes it in again. */
export const setRowOut =
  (row: number, isOut: boolean): WorkChange =>
  (work) => ({ ...work, out: isOut ? [...work.out, row] : work.out.filter((other) => other !== row) });
