import { createHash } from 'node:crypto';
import { peaksOfTile, rightEdge, tilePath, widthIn } from '../authorities/trees/tiles.ts';
import type { TilePart } from '../authorities/trees/tiles.ts';
import type { StoredStart } from '../jobs/stored-tree.ts';
import { createRandom } from './plan/random.ts';

// A service has many tenants, and a third party many services: proofs of a real one are long because of the hashes of
// others. The sandbox has nobody else, so what stands beside the demo's hashes is made up here. There are no documents
// behind these hashes; whoever checks a proof needs none.

const smallest = 33;
const largest = 256;
const shortest = 5;

/**
 * Hashes of documents of tenants that do not exist. With them a batch has 33 to 256 leaves, so many that each of its
 * proofs has five to eight levels. The same seed, number and instant give the same hashes.
 *
 * @param ownCount how many different hashes the batch has already
 */
export function otherTenants(seed: number, ownCount: number, at: Date): string[] {
  const label = `testigo-other-tenants/1/${seed}/${at.toISOString()}`;
  const from = Math.max(smallest, ownCount);
  if (ownCount < 1 || from > largest) return [];
  let size = createRandom(label).integer(from, largest);
  while (shortestPath(size) < shortest) size += 1;
  return Array.from({ length: size - ownCount }, (_, index) => sha256(`${label}/${index}`));
}

/** Levels of the shortest proof of a tree: that of the last leaf, which moves up as it is wherever it stands alone. */
function shortestPath(leaves: number): number {
  let levels = 0;
  for (let width = leaves; width > 1; width = Math.ceil(width / 2)) if (width % 2 === 0) levels += 1;
  return levels;
}

/** 2²⁵ − 2¹²: thirteen mountains, and capacity for 4,096 more leaves before they become one. */
const earlierLeaves = 33_550_336;

/**
 * Where the third party's range stands when the demo begins. Neither the leaves of its other users exist nor most of the
 * hashes over them: those that stand beside later ones in their tiles are made up, as many as give the peaks. To
 * whoever follows the log they look like those of a pruned one (c2sp.org/tlog-tiles, Pruning).
 */
export function thirdPartyStart(seed: number): StoredStart & { readonly tiles: readonly TilePart[] } {
  const tiles = rightEdge(earlierLeaves).map((name): TilePart => {
    const hashes = Array.from({ length: widthIn(name, earlierLeaves) }, (_, slot) =>
      sha256(`testigo-third-party/2/${seed}/${tilePath(name)}/${slot}`),
    );
    return { ...name, slot: 0, hashes: Buffer.from(hashes.join(''), 'hex') };
  });
  // The highest mountains are in the highest tiles.
  const peaks = tiles.toReversed().flatMap(({ hashes }) => peaksOfTile(hashes));
  return { size: earlierLeaves, peaks, tiled: true, tiles };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
