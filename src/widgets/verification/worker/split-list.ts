/** A list longer than this is not taken apart. */
const mostEntries = 200_000;

const [quote, backslash, open, close, brace, endBrace, comma, colon] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x3a,
];

/**
 * Where the entries of a list of proofs stand in its file: an array of objects, or an object whose `results` is one,
 * as the interface gives its pages. Only brackets and strings are looked at; whoever reads an entry checks its JSON.
 *
 * @returns pairs of begin and end, in bytes; undefined when the file is no such list, or one of fewer than two entries
 */
export function entriesOf(bytes: Uint8Array): Uint32Array | undefined {
  const start = firstOf(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  const list = bytes[start] === open ? start : bytes[start] === brace ? resultsOf(bytes, start) : undefined;
  if (list === undefined || bytes[firstOf(bytes, list + 1)] !== brace) return undefined;
  const places: number[] = [];
  for (let at = firstOf(bytes, list + 1); bytes[at] === brace; at = firstOf(bytes, at + 1)) {
    const end = endOf(bytes, at);
    if (end === undefined || places.length >= 2 * mostEntries) return undefined;
    places.push(at, end);
    at = firstOf(bytes, end);
    if (bytes[at] === close) return places.length < 4 ? undefined : Uint32Array.from(places);
    if (bytes[at] !== comma) return undefined;
  }
  return undefined;
}

const resultsKey = new TextEncoder().encode('"results"');

/** Where the array of the member `results` begins; its neighbours are passed over whole. */
function resultsOf(bytes: Uint8Array, object: number): number | undefined {
  let at = firstOf(bytes, object + 1);
  while (bytes[at] === quote) {
    const key = at;
    const afterKey = endOf(bytes, key);
    if (afterKey === undefined) return undefined;
    const value = firstOf(bytes, afterKey);
    if (bytes[value] !== colon) return undefined;
    at = firstOf(bytes, value + 1);
    const isResults =
      afterKey - key === resultsKey.length && resultsKey.every((byte, i) => bytes[key + i] === byte);
    if (isResults) return bytes[at] === open ? at : undefined;
    const end = endOf(bytes, at);
    if (end === undefined) return undefined;
    at = firstOf(bytes, end);
    if (bytes[at] !== comma) return undefined;
    at = firstOf(bytes, at + 1);
  }
  return undefined;
}

/** Behind the value that begins at `at`; undefined when it does not end. */
function endOf(bytes: Uint8Array, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === quote) {
      i = endOfString(bytes, i);
      if (depth === 0) return i + 1;
    } else if (byte === brace || byte === open) depth += 1;
    else if (byte === endBrace || byte === close) {
      if (depth === 0) return i;
      depth -= 1;
      if (depth === 0) return i + 1;
    } else if (byte === comma && depth === 0) return i;
  }
  return undefined;
}

function endOfString(bytes: Uint8Array, at: number): number {
  let i = at + 1;
  while (i < bytes.length && bytes[i] !== quote) i += bytes[i] === backslash ? 2 : 1;
  return i;
}

/** The first byte at or after `at` that is no blank of JSON. */
function firstOf(bytes: Uint8Array, at: number): number {
  let i = at;
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i += 1;
  return i;
}
