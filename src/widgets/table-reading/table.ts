import type { Separator } from '../files/csv.ts';

/** Encodings of text that spreadsheets write in this part of the world. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const separators: readonly Separator[] = [',', ';', '\t', '|'];

/** What a table may be at most. Bytes of the file, and of a workbook also once it is unpacked. */
export const tableLimits = {
  fileBytes: 20_000_000,
  unpackedBytes: 100_000_000,
  entries: 2000,
  columns: 200,
  rows: 5000,
  milliseconds: 30_000,
} as const;

/** One row, with its number in the file: the first line is 1, and lines without anything count. */
export interface TableRow {
  readonly n: number;
  readonly cells: readonly string[];
}

/** A table as it was read. Every row has as many cells as the widest. */
export interface ReadTable {
  readonly rows: readonly TableRow[];
  readonly columns: number;
  /** How it was read: text with its encoding and separator, or a sheet of a workbook. */
  readonly as:
    | {
        readonly kind: 'text';
        readonly encoding: Encoding;
        /** The text began with the mark of its encoding: it was stated, not guessed. */
        readonly marked: boolean;
        readonly separator: Separator;
      }
    | { readonly kind: 'workbook'; readonly sheet: string; readonly sheets: readonly string[] };
  /** Numbers of rows with quotes that begin or end where they should not: what they say may be cut elsewhere. */
  readonly badQuotes: readonly number[];
}

/** What the reader of the screen chose instead of what was found. */
export interface ReadChoices {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly sheet?: string | undefined;
}

export type TableFault =
  | 'too-large'
  | 'unpacks-too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'empty'
  | 'old-workbook'
  | 'broken-workbook'
  | 'not-a-table'
  | 'slow'
  | 'unreadable';

/** A file that is no table we can read, and why. */
export class TableError extends Error {
  readonly fault: TableFault;
  /** How many there are, where the fault is that there are too many. */
  readonly found: number | undefined;

  constructor(fault: TableFault, found?: number, options?: ErrorOptions) {
    super(`The table cannot be read: ${fault}.`, options);
    this.name = 'TableError';
    this.fault = fault;
    this.found = found;
  }
}

/**
 * Takes away rows and columns at the end that hold nothing, fills short rows up, and holds the table to its limits.
 *
 * @throws TableError
 */
export function wholeTable(rows: readonly (readonly string[])[]): Pick<ReadTable, 'rows' | 'columns'> {
  const filled = rows.flatMap((cells, at) =>
    cells.some((cell) => cell.trim() !== '') ? [{ n: at + 1, cells }] : [],
  );
  if (filled.length === 0) throw new TableError('empty');
  const columns = Math.max(
    ...filled.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1),
  );
  if (columns > tableLimits.columns) throw new TableError('too-many-columns', columns);
  // One more than the limit: the first may be the names of the columns.
  if (filled.length > tableLimits.rows + 1) throw new TableError('too-many-rows', filled.length);
  const blank = Array.from({ length: columns }, () => '');
  return {
    columns,
    rows: filled.map(({ n, cells }) => ({
      n,
      cells: [...cells.slice(0, columns), ...blank.slice(cells.length)],
    })),
  };
}
