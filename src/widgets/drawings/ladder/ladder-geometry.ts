/** Where the parts of a ladder stand, in px of the drawing. */
import type { Ladder, Rung } from './ladder.ts';

export interface Geometry {
  /** Height of a rung's row, and of a caption's row. */
  readonly row: number;
  readonly caption: number;
  /** What a row with an altered sibling has below it, for the words that name the byte. */
  readonly note: number;
  /** Width of the drawing, and the lanes in it. */
  readonly width: number;
  readonly spine: number;
  readonly left: number;
  readonly right: number;
  /** Peaks that are folded into the bag, between the spine and the lane of the bag, which is `right`. */
  readonly between: number;
}

export const wideGeometry: Geometry = {
  row: 32,
  caption: 30,
  note: 0,
  width: 128,
  spine: 64,
  left: 20,
  right: 108,
  between: 86,
};

export const compactGeometry: Geometry = {
  row: 54,
  caption: 44,
  note: 20,
  width: 92,
  spine: 46,
  left: 14,
  right: 78,
  between: 62,
};

/** Below this width of the panel a row has two lines. */
export const compactBelow = 620;

/** More rungs than this scroll in their own frame, and a strip beside them shows the whole. */
export const scrolledFrom = 14;

/** Deeper than this only the table is shown: a drawing of that length says nothing. */
export const drawnTo = 41;

/** The middle of each rung's row, and the height of all; a rung may have a caption above it. */
export function rowsOf(
  ladder: Ladder,
  captions: ReadonlyMap<number, unknown>,
  geometry: Geometry,
): { readonly middles: readonly number[]; readonly height: number } {
  const middles: number[] = [];
  let top = 0;
  for (const [at, rung] of ladder.rungs.entries()) {
    if (captions.has(at)) top += geometry.caption;
    middles.push(top + geometry.row / 2);
    top += geometry.row + (isAltered(rung) ? geometry.note : 0);
  }
  return { middles, height: top };
}

/** Its sibling was given with the proof and is not the stored one. */
export function isAltered({ join }: Rung): boolean {
  return join?.given === true && join.stored !== undefined;
}

export function laneOf(rung: Rung, geometry: Geometry): number {
  return rung.lane === 'bag' ? geometry.right : geometry.spine;
}

/** From a sibling down, a quarter turn of 12, along, and into the lane just above the next node. */
export function branch(from: number, to: number, y: number, next: number): string {
  const turn = Math.min(12, Math.abs(to - from) - 6);
  const way = from < to ? 1 : -1;
  const bend = next - 9;
  return [
    `M${from} ${y + 7}`,
    `V${bend - turn}`,
    `Q${from} ${bend} ${from + way * turn} ${bend}`,
    `H${to - way * 5}`,
    `Q${to} ${bend} ${to} ${bend + 4}`,
  ].join('');
}
