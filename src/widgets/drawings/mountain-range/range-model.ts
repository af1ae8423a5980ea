/** What a mountain range looks like, read from the steps of `external.root`. Nothing is hashed here. */
import { parseInteger } from '#clock/instants.ts';
import type { Check } from '#proofs/check.ts';
import type { Ladder } from '../ladder/ladder.ts';

/** What the proof declares; `witness.external` of the evidence has all of it. */
export interface RangeDeclared {
  readonly leafIndex?: number | bigint | string;
  readonly leftHashes?: readonly string[];
  readonly rightHashes?: readonly string[];
  readonly targetRootHash?: string;
}

export interface Peak {
  readonly place: 'left' | 'own' | 'right';
  /** Levels above the leaves, where that is known. */
  readonly height: number | undefined;
}

export interface RangeShape {
  readonly peaks: readonly Peak[];
  /** Captions by the rung above which they stand. */
  readonly parts: readonly { readonly rung: number; readonly part: RangePart; readonly peaks: number }[];
  /** Leaves of the whole range, where the check was made with that number. */
  readonly size: bigint | undefined;
  /** Position of the leaf: proved only with the size. */
  readonly index: bigint | undefined;
}

export type RangePart = 'climb' | 'bag' | 'join' | 'fold';

/** @param ladder of the same check */
export function readRangeShape(check: Check, ladder: Ladder): RangeShape {
  const { steps = [] } = check;
  const conclusion = steps.find(({ kind }) => kind === 'position');
  const size = whole(conclusion?.values.size);
  const index = whole(steps.find(({ kind }) => kind === 'leaf')?.values.index);
  const joins = ladder.rungs.flatMap(({ join }) => join ?? []);
  const count = (...kinds: readonly string[]): number =>
    joins.filter(({ kind }) => kinds.includes(kind)).length;
  const height = count('merge-left', 'merge-right');
  const left = count('join-left');
  const bags = count('bag');
  const right = count('join-right') === 0 ? 0 : bags + 1;
  const own: Peak = { place: 'own', height };
  return {
    peaks:
      size === undefined ? [...unknown('left', left), own, ...unknown('right', right)] : peaksOf(size, left),
    parts: partsOf(ladder, { left, right }),
    size,
    index,
  };
}

function unknown(place: Peak['place'], count: number): Peak[] {
  return Array.from({ length: count }, () => ({ place, height: undefined }));
}

/** The mountains of a range are the bits of its size, the tallest first. */
function peaksOf(size: bigint, own: number): Peak[] {
  const peaks: Peak[] = [];
  const bits = size.toString(2);
  for (const [at, bit] of Array.from(bits).entries()) {
    if (bit === '0') continue;
    const place = peaks.length < own ? 'left' : peaks.length === own ? 'own' : 'right';
    peaks.push({ place, height: bits.length - 1 - at });
  }
  return peaks;
}

/** Each boundary of the ladder: the climb, the bag of the right peaks, the peak meeting it, the left peaks. */
function partsOf(
  { rungs }: Ladder,
  { left, right }: { readonly left: number; readonly right: number },
): RangeShape['parts'] {
  const first = (...kinds: readonly string[]): number =>
    rungs.findIndex(({ join }) => join !== undefined && kinds.includes(join.kind));
  const parts = [
    { rung: first('merge-left', 'merge-right'), part: 'climb' as const, peaks: 0 },
    { rung: first('bag'), part: 'bag' as const, peaks: right },
    { rung: first('bag') < 0 ? first('join-right') : -1, part: 'join' as const, peaks: right },
    { rung: first('join-left'), part: 'fold' as const, peaks: left },
  ];
  return parts.filter(({ rung }) => rung >= 0);
}

function whole(text: string | undefined): bigint | undefined {
  return text !== undefined && /^\d{1,54}$/.test(text) ? parseInteger(text) : undefined;
}
