import { readText } from './read-text.ts';
import { TableError, tableLimits, type ReadChoices, type ReadTable } from './table.ts';

/**
 * Reads a table from the bytes of a file, whatever its name says: a workbook begins as every ZIP archive, the old
 * kind of workbook (and a new one with a password) as every compound file, anything else is read as text.
 *
 * @throws TableError
 */
export async function readBytes(
  bytes: Uint8Array<ArrayBuffer>,
  choices: ReadChoices = {},
): Promise<ReadTable> {
  if (bytes.length > tableLimits.fileBytes) throw new TableError('too-large', bytes.length);
  if (bytes.length === 0) throw new TableError('empty');
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04]))
    return (await import('./read-workbook.ts')).readWorkbook(bytes, choices);
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new TableError('old-workbook');
  if (begins(bytes, [0x25, 0x50, 0x44, 0x46])) throw new TableError('not-a-table');
  return readText(bytes, choices);
}

const begins = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte);
