import { TableError, tableLimits } from './table.ts';

/** One file of an archive. */
interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packed: Uint8Array<ArrayBuffer>;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;

/** One file of an archive, unpacked. */
export interface Unpacked {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Unpacks what a workbook is read from. What an archive says of its sizes is not believed: the bytes are counted while
 * they are unpacked, and beyond the limit nothing more is.
 *
 * @throws TableError `unpacks-too-large`, `broken-workbook`
 */
export async function unpackBounded(
  archive: Uint8Array<ArrayBuffer>,
  limit: number = tableLimits.unpackedBytes,
): Promise<readonly Unpacked[]> {
  const unpacked: Unpacked[] = [];
  let left = limit;
  for (const entry of entriesOf(archive)) {
    if (!/\.xml(\.rels)?$/.test(entry.path)) continue;
    const bytes = await unpack(entry, left);
    left -= bytes.length;
    unpacked.push({ path: entry.path, bytes });
  }
  return unpacked;
}

/** The files that the directory at the end of an archive names (APPNOTE.TXT 4.3.12). */
function entriesOf(archive: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const end = endOf(view);
    const count = view.getUint16(end + 10, true);
    if (count > tableLimits.entries) throw new TableError('unpacks-too-large');
    let at = view.getUint32(end + 16, true);
    const found: Entry[] = [];
    for (let n = 0; n < count; n += 1) {
      if (view.getUint32(at, true) !== directoryEntry) throw new TableError('broken-workbook');
      const size = view.getUint32(at + 20, true);
      const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
      const local = view.getUint32(at + 42, true);
      if (view.getUint32(local, true) !== localEntry) throw new TableError('broken-workbook');
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (from + size > archive.length) throw new TableError('broken-workbook');
      found.push({
        path: new TextDecoder().decode(archive.slice(at + 46, at + 46 + nameLength)),
        method: view.getUint16(at + 10, true),
        packed: archive.subarray(from, from + size),
      });
      at += 46 + nameLength + extraLength + commentLength;
    }
    return found;
  } catch (error) {
    if (error instanceof TableError) throw error;
    // Read beyond its end: it was cut.
    throw new TableError('broken-workbook', undefined, { cause: error });
  }
}

/** Where the directory's end is: a comment of up to 65,535 bytes may stand after it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1)
    if (view.getUint32(at, true) === endOfDirectory) return at;
  throw new TableError('broken-workbook');
}

async function unpack({ method, packed }: Entry, most: number): Promise<Uint8Array> {
  if (method === 0) {
    if (packed.length > most) throw new TableError('unpacks-too-large');
    return packed;
  }
  if (method !== 8) throw new TableError('broken-workbook');
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new TableError('unpacks-too-large');
      parts.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof TableError) throw error;
    throw new TableError('broken-workbook', undefined, { cause: error });
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** An archive whose files are as they are (method 0): whoever reads it unpacks nothing, and cannot be made to. */
export function packPlain(unpacked: readonly Unpacked[]): Uint8Array<ArrayBuffer> {
  const files = unpacked.map(({ path, bytes }) => ({ name: new TextEncoder().encode(path), bytes }));
  const local = files.reduce((sum, { name, bytes }) => sum + 30 + name.length + bytes.length, 0);
  const directory = files.reduce((sum, { name }) => sum + 46 + name.length, 0);
  const whole = new Uint8Array(local + directory + 22);
  const view = new DataView(whole.buffer);
  let at = 0;
  let entry = local;
  for (const { name, bytes } of files) {
    view.setUint32(at, localEntry, true);
    view.setUint32(entry, directoryEntry, true);
    view.setUint32(at + 18, bytes.length, true);
    view.setUint32(at + 22, bytes.length, true);
    view.setUint16(at + 26, name.length, true);
    view.setUint32(entry + 20, bytes.length, true);
    view.setUint32(entry + 24, bytes.length, true);
    view.setUint16(entry + 28, name.length, true);
    // The names are UTF-8.
    view.setUint16(at + 6, 0x0800, true);
    view.setUint16(entry + 8, 0x0800, true);
    view.setUint32(entry + 42, at, true);
    whole.set(name, at + 30);
    whole.set(name, entry + 46);
    whole.set(bytes, at + 30 + name.length);
    at += 30 + name.length + bytes.length;
    entry += 46 + name.length;
  }
  view.setUint32(entry, endOfDirectory, true);
  view.setUint16(entry + 8, files.length, true);
  view.setUint16(entry + 10, files.length, true);
  view.setUint32(entry + 12, directory, true);
  view.setUint32(entry + 16, local, true);
  return whole;
}
