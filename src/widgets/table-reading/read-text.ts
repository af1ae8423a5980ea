import { parse } from 'papaparse';
import { plainValue, type Separator } from '../files/csv.ts';
import { decodeText, findEncoding } from './encodings.ts';
import { separators, wholeTable, type ReadChoices, type ReadTable } from './table.ts';

/** Rows by which a separator is checked. */
const sampleRows = 100;

/**
 * Reads a CSV, a TSV or another text of separated values, in the encoding and with the separator that are found or
 * chosen.
 *
 * @throws TableError
 */
export function readText(bytes: Uint8Array, choices: ReadChoices = {}): ReadTable {
  const found = findEncoding(bytes);
  const encoding = choices.encoding ?? found.encoding;
  const content = withoutSeparatorLine(decodeText(bytes, encoding));
  const separator = choices.separator ?? content.separator ?? findSeparator(content.text);
  const { rows, badQuotes } = rowsOf(content.text, separator);
  return {
    ...wholeTable([...(content.separator ? [[]] : []), ...rows]),
    as: { kind: 'text', encoding, marked: found.marked && encoding === found.encoding, separator },
    badQuotes,
  };
}

/** Spreadsheets write `sep=;` as a first line of its own, to tell each other. */
function withoutSeparatorLine(text: string): { text: string; separator: Separator | undefined } {
  const line = /^"?sep=([,;|\t])"?\r?\n/i.exec(text);
  // The expression lets nothing else through.
  return line
    ? { text: text.slice(line[0].length), separator: line[1] as Separator }
    : { text, separator: undefined };
}

/** The separator that cuts the most of the first rows into the same number of values, more than one. */
export function findSeparator(text: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of separators) {
    const rows = rowsOf(text, separator, sampleRows).rows.filter((row) => row.some((cell) => cell !== ''));
    const byCount = new Map<number, number>();
    for (const { length } of rows) if (length > 1) byCount.set(length, (byCount.get(length) ?? 0) + 1);
    for (const [count, times] of byCount) {
      // How many rows agree counts before how many values they have.
      const score = (times / rows.length) * 1000 + Math.min(count, 200);
      if (score > best.score) best = { separator, score };
    }
  }
  return best.separator;
}

function rowsOf(
  text: string,
  separator: Separator,
  most?: number,
): { rows: readonly (readonly string[])[]; badQuotes: readonly number[] } {
  const newline = lineEnd(text);
  const read = parse<string[]>(text, {
    delimiter: separator,
    newline,
    ...(most === undefined ? {} : { preview: most }),
  });
  const badQuotes = read.errors.flatMap(({ type, row }) =>
    type === 'Quotes' && row !== undefined ? [row + 1] : [],
  );
  // In a text with lines of two kinds the odd ones keep half of their end.
  const cleared = newline === '\n' ? read.data.map(withoutReturn) : read.data;
  return { rows: cleared.map((row) => row.map(plainValue)), badQuotes: [...new Set(badQuotes)] };
}

/** What ends the first line outside of quotes. */
function lineEnd(text: string): '\r\n' | '\n' | '\r' {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') return '\n';
    else if (!quoted && character === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r';
  }
  return '\n';
}

function withoutReturn(row: string[]): string[] {
  const last = row.at(-1);
  return last?.endsWith('\r') ? [...row.slice(0, -1), last.slice(0, -1)] : row;
}
