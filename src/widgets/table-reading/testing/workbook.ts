import { deflateRawSync } from 'node:zlib';

/** A value of a cell: text, a number, a truth, an error, something somewhere else, or null for a style alone. */
export type TestCell = string | number | boolean | { error: string } | null | { at: string; text: string };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);
}

function cellOf(value: TestCell, at: string): string {
  if (value === null) return `<c r="${at}" s="0"/>`;
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
  if (typeof value === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  if ('error' in value) return `<c r="${at}" t="e"><v>${value.error}</v></c>`;
  return `<c r="${value.at}" t="inlineStr"><is><t>${escaped(value.text)}</t></is></c>`;
}

/** A workbook with these sheets, as a spreadsheet would save it: inline texts, nothing shared. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const sheetOf = (rows: readonly (readonly TestCell[])[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map(
        (row, r) =>
          `<row r="${r + 1}">${row.map((value, c) => cellOf(value, `${columnName(c)}${r + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`;
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zip({
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_name, at) =>
          `<Relationship Id="rId${at + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(sheets[name] ?? [])]),
    ),
  });
}

/** An archive of these files, compressed. `claim` is what it says that each is unpacked, whatever the truth. */
export function zip(
  files: Readonly<Record<string, string | Uint8Array>>,
  claim: (size: number) => number = (size) => size,
): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const sizes = (into: Buffer, place: number): void => {
      into.writeUInt32LE(packed.length, place);
      into.writeUInt32LE(claim(bytes.length), place + 4);
      into.writeUInt16LE(name.length, place + 8);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    sizes(local, 18);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    sizes(entry, 20);
    entry.writeUInt32LE(at, 42);
    locals.push(local, name, packed);
    directory.push(entry, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}
