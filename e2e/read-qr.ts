/**
 * Reads a QR code from its modules, by ISO/IEC 18004 and by no encoder's tables: format, mask, the walk through the
 * code words, their blocks, the bytes. The codes that are read are drawn and not photographed, so nothing is corrected:
 * a code that is not whole does not give the text that it should.
 *
 * @param dark whether the module in a row and column is dark; without the quiet zone
 * @throws Error when it is no code of versions 1 to 10 with one segment of bytes
 */
export function readQr(size: number, dark: (row: number, column: number) => boolean): string {
  const version = (size - 17) / 4;
  if (!Number.isInteger(version) || version < 1 || version > 10)
    throw new Error(`No code has ${size} modules.`);
  const { level, mask } = readFormat(size, dark);
  const bits = walk(size, version).map(([row, column]) => dark(row, column) !== masks[mask]?.(row, column));
  const words: number[] = [];
  for (let at = 0; at + 8 <= bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + (bit ? 1 : 0), 0));
  return readSegment(dataOf(words, blocksOf(version, level)), version);
}

type Level = 'L' | 'M' | 'Q' | 'H';

/** Fifteen bits around the first finder, masked with 101010000010010 (§7.9); the checks of its code are compared. */
function readFormat(
  size: number,
  dark: (row: number, column: number) => boolean,
): { level: Level; mask: number } {
  const places: [number, number][] = [];
  for (let column = 0; column <= 5; column += 1) places.push([8, column]);
  places.push([8, 7], [8, 8], [7, 8]);
  for (let row = 5; row >= 0; row -= 1) places.push([row, 8]);
  const other: [number, number][] = [];
  for (let row = size - 1; row >= size - 7; row -= 1) other.push([row, 8]);
  for (let column = size - 8; column < size; column += 1) other.push([8, column]);
  const read = (all: readonly [number, number][]): number =>
    all.reduce((bits, [row, column]) => bits * 2 + (dark(row, column) ? 1 : 0), 0);
  const bits = read(places);
  if (bits !== read(other)) throw new Error('The two copies of the format differ.');
  const plain = bits ^ 0b101010000010010;
  const level = (['M', 'L', 'H', 'Q'] as const)[plain >> 13];
  if (level === undefined || remainder(plain) !== 0) throw new Error('The format is not one.');
  return { level, mask: (plain >> 10) & 7 };
}

/** By the generator of the format's code, x¹⁰+x⁸+x⁵+x⁴+x²+x+1. */
function remainder(bits: number): number {
  let rest = bits;
  for (let at = 14; at >= 10; at -= 1) if (rest & (1 << at)) rest ^= 0b10100110111 << (at - 10);
  return rest;
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** Centres of the alignment patterns, by version (Annex E). */
const centres: readonly (readonly number[])[] = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The modules that carry data, in their order: up and down by pairs of columns from the right (§7.7.3). */
function walk(size: number, version: number): [number, number][] {
  const marks = centres[version] ?? [];
  const last = size - 7;
  const isAlignment = (row: number, column: number): boolean =>
    marks.some((i) =>
      marks.some(
        (j) =>
          Math.abs(row - i) <= 2 &&
          Math.abs(column - j) <= 2 &&
          !((i === 6 && j === 6) || (i === 6 && j === last) || (i === last && j === 6)),
      ),
    );
  const isFunction = (row: number, column: number): boolean =>
    (row <= 8 && column <= 8) ||
    (row <= 8 && column >= size - 8) ||
    (row >= size - 8 && column <= 8) ||
    row === 6 ||
    column === 6 ||
    isAlignment(row, column) ||
    (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11)));
  const path: [number, number][] = [];
  let up = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!isFunction(row, column)) path.push([row, column]);
    }
    up = !up;
  }
  return path;
}

/** How many blocks, of how many words of data each, by version for level M (Table 9). */
const blocksOfM: readonly (readonly number[])[] = [
  [],
  [16],
  [28],
  [44],
  [32, 32],
  [43, 43],
  [27, 27, 27, 27],
  [31, 31, 31, 31],
  [38, 38, 39, 39],
  [36, 36, 36, 37, 37],
  [43, 43, 43, 43, 44],
];

function blocksOf(version: number, level: Level): readonly number[] {
  if (level !== 'M') throw new Error(`The code is of level ${level}, expected M.`);
  return blocksOfM[version] ?? [];
}

/** Words of the blocks are interleaved; those of shorter blocks end earlier (§7.6). */
function dataOf(words: readonly number[], blocks: readonly number[]): number[] {
  const parts = blocks.map((): number[] => []);
  let at = 0;
  for (let column = 0; column < Math.max(...blocks); column += 1)
    blocks.forEach((length, block) => {
      if (column < length) parts[block]?.push(words[at++] ?? 0);
    });
  return parts.flat();
}

/** Mode 0100, how many bytes, the bytes (§7.4.5). */
function readSegment(data: readonly number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('');
  if (!bits.startsWith('0100')) throw new Error('The code does not hold bytes.');
  const long = version < 10 ? 8 : 16;
  const count = Number.parseInt(bits.slice(4, 4 + long), 2);
  const start = 4 + long;
  const bytes = Uint8Array.from({ length: count }, (_, at) =>
    Number.parseInt(bits.slice(start + 8 * at, start + 8 * at + 8), 2),
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * The text of a code that is drawn as an SVG path of squares, `M5 2h1v1h-1z`.
 *
 * @param width of the drawing in modules, with its quiet zone of two on every side
 */
export function readDrawnQr(path: string, width: number): string {
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const quiet = 2;
  return readQr(width - 2 * quiet, (row, column) => dark.has(`${column + quiet} ${row + quiet}`));
}
