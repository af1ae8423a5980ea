/** The files of a set of known answers, as the readers of sets take them. */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow, vectorSet } from '../../testing/vectors.ts';
import type { VectorFiles } from '../../known-answers/vector-set.ts';

/** By path below the folder of the set; undefined (said aloud) where it is absent. */
export function vectorFiles(set: string): VectorFiles | undefined {
  const folder = vectorSet(set);
  if (folder === undefined) return undefined;
  return new Map(
    filesBelow(folder, '').map((file) => [
      relative(folder, file).split(sep).join('/'),
      new Uint8Array(readFileSync(file)),
    ]),
  );
}
