import readSheets from 'read-excel-file/universal';
import { isoOf } from '#clock/instants.ts';
import { packPlain, unpackBounded, type Unpacked } from './bounded-zip.ts';
import { TableError, tableLimits, wholeTable, type ReadChoices, type ReadTable } from './table.ts';

/** The last row in which a cell may stand, whatever stands between: its reader makes all that come before. */
const lastRow = 20_000;

/**
 * Reads one sheet of a workbook (XLSX): the first, or the one that is chosen.
 *
 * @throws TableError
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  choices: ReadChoices = {},
): Promise<ReadTable> {
  const files = (await unpackBounded(bytes)).map(readySheet);
  if (!files.some(({ path }) => path === 'xl/workbook.xml')) throw new TableError('broken-workbook');
  const sheets = await sheetsOf(files);
  const chosen = sheets.find(({ sheet }) => sheet === choices.sheet) ?? sheets[0];
  if (!chosen) throw new TableError('empty');
  return {
    ...wholeTable(chosen.data.map((row) => row.map(cellText))),
    as: { kind: 'workbook', sheet: chosen.sheet, sheets: sheets.map(({ sheet }) => sheet) },
    badQuotes: [],
  };
}

async function sheetsOf(files: readonly Unpacked[]) {
  try {
    return await readSheets(packPlain(files).buffer, { parseNumber: numberText });
  } catch (error) {
    throw new TableError('broken-workbook', undefined, { cause: error });
  }
}

/**
 * A sheet ready to be read: without the cells that only carry a style. One cell in the last corner of a sheet would have all 17 thousand
 * million cells before it made: one that stands too far away is refused before.
 */
function readySheet({ path, bytes }: Unpacked): Unpacked {
  if (!/^\/?xl\/worksheets\/[^/]+\.xml$/.test(path)) return { path, bytes };
  const text = new TextDecoder().decode(bytes).replace(/<((?:\w+:)?c)(?:\s[^<>]*)?\/>/g, '');
  for (const cell of text.matchAll(/<(?:\w+:)?c\s[^<>]*?\br=["']([A-Z]+)(\d+)["']/g)) {
    const [, columnName = '', digits = ''] = cell;
    const column = columnOf(columnName);
    if (column > tableLimits.columns) throw new TableError('too-many-columns', column);
    if (Number(digits) > lastRow) throw new TableError('too-many-rows', Number(digits));
  }
  // What a formula failed with (`#N/A`) is read as its text: dropped, the cell would look as if nothing were meant.
  const shown = text.replace(/(<(?:\w+:)?c\s[^<>]*?\bt=)(["'])e\2/g, '$1$2str$2');
  return { path, bytes: new TextEncoder().encode(shown) };
}

/** `A` is 1, `Z` 26, `AA` 27. */
function columnOf(columnName: string): number {
  return Array.from(columnName).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A number as it is read by people: `12`, not `12.0`; one that has too many digits stays as it is written. */
function numberText(written: string): string {
  const value = Number(written);
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : written;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const instant = isoOf(cell);
    return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant;
  }
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
