/**
 * Fingerprints of pictures: small enough to be committed for every screen, and the same for the same pixels. A
 * fingerprint is the mean lightness of 16 × 16 parts of a picture, the mean colour of 8 × 8 parts, and its height.
 * A change that fills less than about one word of one part is not seen.
 */

/** Parts in a row and in a column: of lightness, and of each of the two differences of colour. */
export const lightnessParts = 16;
export const colourParts = 8;
/** Bytes of a fingerprint: lightness (Y), then blue (Cb) and red (Cr) differences, as in JPEG. */
export const fingerprintLength = lightnessParts ** 2 + 2 * colourParts ** 2;

export interface Fingerprint {
  /** Pixels. */
  readonly height: number;
  /** `fingerprintLength` bytes in base64, each kind row by row. */
  readonly cells: string;
  /** Why the picture last changed. */
  readonly reason: string;
}

/** By what is drawn: screen, width, theme, language. */
export type Fingerprints = Readonly<Record<string, Fingerprint>>;

export interface Difference {
  readonly name: string;
  readonly kind: 'new' | 'changed' | 'gone';
  /** Parts that differ by more than the digits of a hash do. */
  readonly cells: number;
  /** Largest difference of a part, of 255. */
  readonly most: number;
  /** Pixels by which it became higher. */
  readonly height: number;
}

/** Lightness of 255 by which a part may differ: ids and hashes of new demo data have other digits. */
const tolerance = 6;

/**
 * What changed from the committed fingerprints, most first.
 *
 * @param isWhole whether all pictures were drawn: then those that were committed and not drawn are gone
 */
export function compareFingerprints(
  before: Fingerprints,
  drawn: Fingerprints,
  isWhole = false,
): Difference[] {
  const differences: Difference[] = isWhole
    ? Object.entries(before)
        .filter(([name]) => !Object.hasOwn(drawn, name))
        .map(([name, { height }]) => ({ name, kind: 'gone', cells: 0, most: 0, height: -height }))
    : [];
  for (const [name, now] of Object.entries(drawn)) {
    const old = before[name];
    if (old === undefined) {
      differences.push({ name, kind: 'new', cells: 0, most: 0, height: now.height });
      continue;
    }
    const [a, b] = [Buffer.from(old.cells, 'base64'), Buffer.from(now.cells, 'base64')];
    const gaps = [...b].map((value, at) => Math.abs(value - (a[at] ?? 0)));
    const cells = gaps.filter((gap) => gap > tolerance).length;
    const height = now.height - old.height;
    if (cells > 0 || height !== 0)
      differences.push({ name, kind: 'changed', cells, most: Math.max(...gaps), height });
  }
  return differences.sort((a, b) => b.cells - a.cells || b.most - a.most);
}

/** One line of the report. */
export function describeDifference({ name, kind, cells, most, height }: Difference): string {
  if (kind === 'new') return `new      ${name}`;
  if (kind === 'gone') return `gone     ${name}`;
  const higher = height === 0 ? '' : `, ${height > 0 ? '+' : ''}${height} px high`;
  return `changed  ${name}: ${cells} of ${fingerprintLength} parts, by up to ${most} of 255${higher}`;
}

/**
 * The committed fingerprints with those that changed, each with the reason; what did not change stays as it was.
 *
 * @throws without a reason: whoever finds another picture later is to learn why it was taken
 */
export function acceptFingerprints(
  before: Fingerprints,
  drawn: Fingerprints,
  reason: string,
  isWhole = false,
): Fingerprints {
  requireReason(reason);
  const changed = new Set(compareFingerprints(before, drawn).map(({ name }) => name));
  const accepted = Object.entries(drawn)
    .filter(([name]) => changed.has(name))
    .map(([name, one]) => [name, { ...one, reason }] as const);
  const stays = Object.entries(before).filter(([name]) => !isWhole || Object.hasOwn(drawn, name));
  const all = { ...Object.fromEntries(stays), ...Object.fromEntries(accepted) };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @throws if the words say nothing */
export function requireReason(reason: string): void {
  if (!/\p{L}/u.test(reason)) throw new Error('Say why the pictures changed: --accept "why".');
}
