/**
 * One value of a CSV (RFC 4180 §2). A spreadsheet would run what begins with one of `= + - @`, a tab or a
 * carriage return as a formula: such a value gets an apostrophe in front, which spreadsheets do not show.
 */
export function csvValue(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const byteOrderMark = '\uFEFF';

/** A table as CSV text: UTF-8 with a byte order mark, because spreadsheets guess otherwise, lines end in CRLF. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('');
}

/** A table as a file that the browser can save. */
export function csvBlob(rows: readonly (readonly string[])[]): Blob {
  return new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' });
}
