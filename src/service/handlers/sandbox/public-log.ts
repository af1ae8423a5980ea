import { entryBundle, readTilePath, tilePath, tileWidth, widthIn } from '../../authorities/trees/tiles.ts';
import type { LogSigner } from '../../authorities/sandbox/log-note.ts';
import type { WitnessProof } from '../../authorities/trees/witness-tree.ts';
import { readRangeStart } from '../../jobs/stored-tree.ts';
import type { StoredStart } from '../../jobs/stored-tree.ts';
import { readTiles, storedTiles, tiledSize } from '../../jobs/tree-tiles.ts';
import { ServiceError } from '../../service-error.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Queries } from '../../storage/database/queries.ts';

/**
 * The third party's log as its followers see it (Rule ST-33): up to the newest checkpoint that stands on the chain and
 * has all of its tiles.
 */
export interface PublicLog {
  /** A signed note. */
  checkpoint(): Promise<string>;
  /** The bytes at `tile/…`. */
  tile(path: string): Promise<Uint8Array>;
  inclusion(leafIndex: number, treeSize: number): Promise<WitnessProof>;
  consistency(first: number, second: number): Promise<readonly string[]>;
}

export function publicLog(queries: Queries, signer: () => Promise<LogSigner | undefined>): PublicLog {
  const readPublished = async (): Promise<{ start: StoredStart; size: number; root: string }> => {
    const start = await readRangeStart(queries);
    const [last] = await queries.rows<{ tree_size: number; root: string }>(
      sql`select tree_size, root from external_checkpoints c where tree_size <= ${await tiledSize(queries, start)}::bigint
        and not exists (select 1 from preservation_checkpoints p where p.tree_size = c.tree_size)
        order by tree_size desc limit 1`,
    );
    if (!last) throw absent('The log has no checkpoint yet.');
    return { start, size: last.tree_size, root: last.root };
  };

  return {
    async checkpoint() {
      const { size, root } = await readPublished();
      const found = await signer();
      if (!found) throw absent('This sandbox has no authorities.');
      return found.signCheckpoint(size, root);
    },
    async tile(path) {
      const name = readTilePath(path);
      if (!name) throw absent(`${path} is no path of a tile.`);
      const { start, size } = await readPublished();
      // Of the hashes before the start, those beside later ones are known where they are tiled, and no others.
      const before = widthIn(name, start.size);
      const isKnown = before === 0 || (start.tiled === true && before < tileWidth && !name.isEntries);
      if (!isKnown || name.width > widthIn(name, size)) throw absent(`The log has no ${path}.`);
      const hashes = (await readTiles(queries, [name])).get(tilePath(name))?.subarray(0, name.width * 32);
      if (hashes?.length !== name.width * 32) throw absent(`The log has lost ${path}.`);
      return name.isEntries ? entryBundle(hashes) : hashes;
    },
    async inclusion(leafIndex, treeSize) {
      const { start, size } = await readPublished();
      if (leafIndex < start.size || leafIndex >= treeSize || treeSize > size)
        throw absent(`The log has leaves ${start.size} to ${size}, without the last.`);
      const [proof] = await storedTiles(queries, start).prove([{ leafIndex, size: treeSize }]);
      if (!proof) throw new RangeError('A leaf has no proof.');
      return proof;
    },
    async consistency(first, second) {
      const { start, size } = await readPublished();
      if (first < Math.max(start.size, 1) || first > second || second > size)
        throw absent(`The log knows sizes from ${Math.max(start.size, 1)} to ${size}.`);
      return storedTiles(queries, start).proveConsistency(first, second);
    },
  };
}

const absent = (why: string): ServiceError => new ServiceError('not-found', why, { rule: 'ST-33' });
