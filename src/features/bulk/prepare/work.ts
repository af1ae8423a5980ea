import { hasHeader, guessRoles, type Role } from '../table/mapping.ts';
import type { ReadChoices, ReadTable } from '#widgets/table-reading/table.ts';
import { documentFinder } from '../documents/documents.ts';
import type { BulkTableRow } from '../dry-run/dry-run-input.ts';
import { recallRoles } from '../table/stored-roles.ts';
import { readResult } from '../table/earlier-result.ts';
import type { BulkWork } from './work-record.ts';

export const newWork: BulkWork = {
  title: '',
  documents: [],
  source: undefined,
  choices: {},
  table: undefined,
  header: true,
  roles: [],
  edits: {},
  pairing: 'together',
  nom151: false,
  keepAsDraft: false,
  partial: 'hold',
  out: [],
  accepted: {},
};

/** Whether there is anything in it that somebody would miss. */
export const isBegun = ({ documents, table, source }: BulkWork): boolean =>
  documents.length > 0 || table !== undefined || source !== undefined;

/** The table as its reader sees it: named columns and the rows under them. */
export interface TableView {
  readonly columns: readonly string[];
  readonly rows: readonly BulkTableRow[];
  /** It is the result of an earlier run. */
  readonly earlier: boolean;
}

/** @param placeName what a column without a name is called, by its place from 0 */
export function viewOf(
  { table, header, edits }: Pick<BulkWork, 'table' | 'header' | 'edits'>,
  placeName: (at: number) => string,
): TableView {
  if (!table) return { columns: [], rows: [], earlier: false };
  const [first, ...below] = table.rows;
  const body = header ? below : table.rows;
  const named = header && first ? first.cells : Array.from({ length: table.columns }, () => '');
  const result = header ? readResult(named, body) : undefined;
  const columns = result?.columns ?? named;
  const rows: readonly BulkTableRow[] = result?.rows ?? body;
  return {
    columns: columns.map((name, at) => name.trim() || placeName(at)),
    rows: Object.keys(edits).length === 0 ? rows : rows.map((row) => withEdits(row, edits)),
    earlier: result !== undefined,
  };
}

function withEdits(row: BulkTableRow, edits: BulkWork['edits']): BulkTableRow {
  let changed: string[] | undefined;
  for (let at = 0; at < row.cells.length; at += 1) {
    const edit = edits[editKey(row.n, at)];
    if (edit !== undefined) (changed ??= [...row.cells])[at] = edit;
  }
  return changed ? { ...row, cells: changed } : row;
}

export const editKey = (n: number, column: number): string => `${n}:${column}`;

/** Takes a table that was just read: what was said of the one before it is forgotten. */
export function withTable(
  work: BulkWork,
  table: ReadTable,
  source: NonNullable<BulkWork['source']>,
  choices: ReadChoices,
): BulkWork {
  const header = hasHeader(table.rows.map(({ cells }) => cells));
  const fresh = { ...work, table, source, choices, header, edits: {}, out: [], accepted: {} };
  return { ...fresh, roles: rolesFor(fresh) };
}

/** What its columns hold: as it was chosen for such a table before, or else as it seems. */
export function rolesFor(work: Pick<BulkWork, 'table' | 'header' | 'documents'>): readonly Role[] {
  const { columns, rows } = viewOf({ ...work, edits: {} }, () => '');
  const known = work.header ? recallRoles(columns) : undefined;
  const names = documentFinder(work.documents).names;
  const cells = rows.map((row) => row.cells);
  return known ?? guessRoles(work.header ? columns : undefined, cells, names);
}
