/**
 * Fingerprints of pictures: small enough to be committed for every screen, and the same for the same pixels. A
 * fingerprint is the mean lightness of 12 × 12 parts of a picture, and its height.
 */

export interface Fingerprint {
  /** Pixels. */
  readonly height: number;
  /** 144 bytes in base64, row by row. */
  readonly cells: string;
  /** Why the picture last changed. */
  readonly reason: string;
}

/** By what is drawn: screen, width, theme, language. */
export type Fingerprints = Readonly<Record<string, Fingerprint>>;

export interface Difference {
  readonly name: string;
  readonly kind: 'new' | 'changed';
  /** Parts of 144 that differ by more than the digits of a hash do. */
  readonly cells: number;
  /** Largest difference of a part, of 255. */
  readonly most: number;
  /** Pixels by which it became higher. */
  readonly height: number;
}

/** Lightness of 255 by which a part may differ: ids and hashes of new demo data have other digits. */
const tolerance = 3;

/** What changed from the committed fingerprints, of the pictures that were drawn, most first. */
export function compareFingerprints(before: Fingerprints, drawn: Fingerprints): Difference[] {
  const differences: Difference[] = [];
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
  const higher = height === 0 ? '' : `, ${height > 0 ? '+' : ''}${height} px high`;
  return `changed  ${name}: ${cells} of 144 parts, by up to ${most} of 255${higher}`;
}

/** The committed fingerprints with those that changed, each with the reason; what did not change stays as it was. */
export function acceptFingerprints(before: Fingerprints, drawn: Fingerprints, reason: string): Fingerprints {
  const changed = new Set(compareFingerprints(before, drawn).map(({ name }) => name));
  const accepted = Object.entries(drawn)
    .filter(([name]) => changed.has(name))
    .map(([name, one]) => [name, { ...one, reason }] as const);
  const all = { ...before, ...Object.fromEntries(accepted) };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
