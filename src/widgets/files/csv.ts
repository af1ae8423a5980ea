/** What separates the values of a line. */
export type Separator = ',' | ';' | '\t' | '|';

/** What a spreadsheet would run as a formula; and what {@link csvValue} would make of that, so that it can be undone. */
const dangerous = /^'*[=+\-@\t\r]/;

/**
 * One value of a CSV (RFC 4180 §2). A spreadsheet would run what begins with one of `= + - @`, a tab or a
 * carriage return as a formula: such a value gets an apostrophe in front. So does one that has apostrophes there
 * already: {@link plainValue} gives every value back as it was.
 */
export function csvValue(value: string, separator: Separator = ','): string {
  const safe = dangerous.test(value) ? `'${value}` : value;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A value of a CSV as it was before {@link csvValue} made it harmless. */
export function plainValue(value: string): string {
  return value.startsWith("'") && dangerous.test(value) ? value.slice(1) : value;
}

const byteOrderMark = '\uFEFF';

/** A table as CSV text: UTF-8 with a byte order mark, because spreadsheets guess otherwise, lines end in CRLF. */
export function writeCsv(rows: readonly (readonly string[])[], separator: Separator = ','): string {
  const line = (row: readonly string[]): string => row.map((one) => csvValue(one, separator)).join(separator);
  return byteOrderMark + rows.map((row) => `${line(row)}\r\n`).join('');
}

/** A table with a last line that is no row of it, but says something of it: a comment, as many readers of CSV take it. */
export const withRemark = (csv: string, remark: string): string => `${csv}${csvValue(`# ${remark}`)}\r\n`;

/** A table as a file that the browser can save. */
export function csvBlob(rows: readonly (readonly string[])[], separator: Separator = ','): Blob {
  return new Blob([writeCsv(rows, separator)], { type: 'text/csv;charset=utf-8' });
}
