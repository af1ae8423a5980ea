import { sql } from '../storage/database/sql.ts';
import {
  hasPart,
  openTiles,
  partsSince,
  rightEdge,
  tileOfPeak,
  tilePath,
  tileWidth,
  withPart,
} from '../authorities/trees/tiles.ts';
import type { TiledTree, TileName, TilePart } from '../authorities/trees/tiles.ts';
import type { RangeStart, WitnessTree } from '../authorities/trees/witness-tree.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { jsonOf } from '../storage/tables/bulk.ts';
import { boundaryBefore, lockTree, openAt, readLeaves, readRangeStart, TreeBroken } from './stored-tree.ts';
import type { Checkpoint, StoredStart } from './stored-tree.ts';

/** Tiles by their paths. */
type StoredTiles = ReadonlyMap<string, Uint8Array>;

/** Those of the named tiles that are stored. */
export async function readTiles(queries: Queries, names: readonly TileName[]): Promise<StoredTiles> {
  if (names.length === 0) return new Map();
  const wanted = names.map(({ level, index }) => ({ level, index }));
  const rows = await queries.rows<{ level: number; index: number; hashes: Uint8Array }>(
    sql`select t.level, t.tile_index as index, t.hashes
      from jsonb_to_recordset(${jsonOf(wanted)}::jsonb) as x(level smallint, index bigint)
      join external_tiles t on t.level = x.level and t.tile_index = x.index`,
  );
  return new Map(rows.map(({ hashes, ...name }) => [tilePath(name), hashes]));
}

/** The tree from its stored tiles; it throws TreeBroken, which names the tile, where one that it needs is not there. */
export function storedTiles(queries: Queries, start: RangeStart, known: StoredTiles = new Map()): TiledTree {
  return openTiles(async (needed) => {
    const read = await readTiles(
      queries,
      needed.filter((name) => !known.has(tilePath(name))),
    );
    return needed.map((name) => {
      const path = tilePath(name);
      const hashes = known.get(path) ?? read.get(path);
      if (!hashes || hashes.length < name.width * 32)
        throw new TreeBroken(`its tile ${path} has not ${name.width} hashes.`);
      return hashes;
    });
  }, start);
}

/** How far the tiles reach: the size of the last checkpoint before the first that was written without them. */
export async function tiledSize(queries: Queries, start: RangeStart): Promise<number> {
  const [last] = await queries.rows<{ tree_size: number }>(
    sql`select tree_size from external_checkpoints where tree_size <
        coalesce((select min(tree_size) from external_checkpoints where not tiled), ${Number.MAX_SAFE_INTEGER}::bigint)
      order by tree_size desc limit 1`,
  );
  return last?.tree_size ?? start.size;
}

/**
 * Writes what new leaves add to the tiles, in the transaction that has the lock of the tree. Of the tiles before only the
 * partial ones are read: they are verified against the peaks of the tree, and go on.
 *
 * @param tree goes on with the new leaves
 * @param before where it stood before them, which is as far as the tiles reach
 * @throws TreeBroken
 */
export async function extendTiles(
  tx: Queries,
  tree: WitnessTree,
  before: RangeStart,
  start: RangeStart,
): Promise<void> {
  const tiles = await readTiles(tx, rightEdge(before.size));
  const wrong = wrongPeak(await storedTiles(tx, start, tiles).peaks(before.size), before);
  if (wrong) throw notOfLeaves(wrong);
  await writeParts(tx, partsSince(tree, before.size), tiles);
}

const notOfLeaves = (path: string): TreeBroken =>
  new TreeBroken(`its tile ${path} is not that of its leaves.`);

/** The path of the tile with the highest peak that is another; undefined: there is none. */
function wrongPeak(peaks: readonly string[], { size, peaks: expected }: RangeStart): string | undefined {
  const at = expected.findIndex((peak, index) => peaks[index] !== peak);
  return at < 0 ? undefined : tilePath(tileOfPeak(size, at));
}

/** Writes tiles with these parts laid over what is stored of them. */
export async function writeParts(
  tx: Queries,
  parts: readonly TilePart[],
  stored: StoredTiles = new Map(),
): Promise<void> {
  const rows = parts.map((part) => ({
    level: part.level,
    index: part.index,
    hashes: Buffer.from(withPart(stored.get(tilePath(part)), part)).toString('hex'),
  }));
  await tx.rows(sql`insert into external_tiles (level, tile_index, hashes)
    select level, index, decode(hashes, 'hex')
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as x(level smallint, index bigint, hashes text)
    on conflict (level, tile_index) do update set hashes = excluded.hashes`);
}

/** Leaves of one stretch, at least; it ends with a checkpoint. */
const stretchSize = 5_000;

/**
 * Adds a stretch of the tiles that builds before them did not write.
 *
 * @returns whether there is more to add
 * @throws TreeBroken
 */
export async function addTiles(database: Database, stretch = stretchSize): Promise<boolean> {
  const untiled = sql`select 1 from external_checkpoints where not tiled limit 1`;
  if ((await database.rows(untiled)).length === 0) return false;
  return database.transaction(async (tx) => {
    await lockTree(tx);
    const start = await readRangeStart(tx);
    const size = await tiledSize(tx, start);
    const [checkpoint] = await tx.rows<Checkpoint>(sql`select tree_size, root, peaks from external_checkpoints
      where tree_size = coalesce(
        (select max(tree_size) from external_checkpoints
          where tree_size > ${size}::bigint and tree_size <= ${size + stretch}::bigint),
        (select min(tree_size) from external_checkpoints where tree_size > ${size}::bigint))`);
    if (!checkpoint) return false;
    const tiles = storedTiles(tx, start);
    const end = await readLeaves(
      tx,
      { size, peaks: await tiles.peaks(size) },
      checkpoint.tree_size,
      (page, from) => extendTiles(tx, page, from, start),
    );
    openAt(end, checkpoint);
    await tx.rows(sql`update external_checkpoints set tiled = true
      where not tiled and tree_size <= ${checkpoint.tree_size}::bigint`);
    return (await tx.rows(untiled)).length > 0;
  });
}

/** Paths of the tiles that are missing or have other hashes than a page of leaves gives them. */
export async function wrongTiles(queries: Queries, page: WitnessTree, from: number): Promise<string[]> {
  const parts = partsSince(page, from);
  const tiles = await readTiles(queries, parts);
  return parts.filter((part) => !hasPart(tiles.get(tilePath(part)), part)).map((part) => tilePath(part));
}

/** Writes the tiles of a page of leaves that are missing or have other hashes; answers their paths. */
export async function restoreTiles(tx: Queries, page: WitnessTree, from: number): Promise<string[]> {
  const parts = partsSince(page, from);
  const tiles = await readTiles(tx, parts);
  const wrong = parts.filter((part) => !hasPart(tiles.get(tilePath(part)), part));
  if (wrong.length > 0) await writeParts(tx, wrong, tiles);
  return wrong.map((part) => tilePath(part));
}

/** Leaves by their indexes, as far as the tiles have them: 64 hexadecimal digits each. */
export async function leavesOfTiles(
  queries: Queries,
  from: number,
  to: number,
): Promise<Map<number, string>> {
  const first = Math.floor(from / tileWidth);
  const names = Array.from({ length: Math.ceil(to / tileWidth) - first }, (_, at) => ({
    level: 0,
    index: first + at,
  }));
  const tiles = await readTiles(queries, names);
  const leaves = new Map<number, string>();
  for (const name of names) {
    const digits = Buffer.from(tiles.get(tilePath(name)) ?? []).toString('hex');
    for (const [slot, hash] of (digits.match(/.{64}/g) ?? []).entries())
      leaves.set(name.index * tileWidth + slot, hash);
  }
  return leaves;
}

/** A clause about the tiles that hold the hashes before the start; undefined: they give its peaks, or are not known. */
export async function startFault(queries: Queries, start: StoredStart): Promise<string | undefined> {
  if (!start.tiled) return undefined;
  try {
    // From nothing but tiles.
    const peaks = await storedTiles(queries, { size: 0, peaks: [] }).peaks(start.size);
    const wrong = wrongPeak(peaks, start);
    return wrong && notOfLeaves(wrong).why;
  } catch (error) {
    if (error instanceof TreeBroken) return error.why;
    throw error;
  }
}

/** The tiles with another number of hashes than a tree of that size has in them. */
export async function tilesOfOtherSize(
  queries: Queries,
  size: number,
): Promise<(TileName & { readonly width: number })[]> {
  return queries.rows(sql`select level, index, width from (
      select level, tile_index as index, octet_length(hashes) as bytes,
        greatest(0, least(256, (${size}::bigint >> (8 * level)) - tile_index * 256)) as width
      from external_tiles) tiles
    where bytes <> width * 32 order by level, index`);
}

/** Cuts off what stands in tiles behind a tree of that size; answers their paths. */
export async function trimTiles(tx: Queries, size: number): Promise<string[]> {
  const others = await tilesOfOtherSize(tx, size);
  for (const { level, index, width } of others) {
    const named = sql`level = ${level}::smallint and tile_index = ${index}::bigint`;
    await tx.rows(
      sql`update external_tiles set hashes = substring(hashes from 1 for ${width * 32}::int) where ${named}`,
    );
    await tx.rows(sql`delete from external_tiles where ${named} and octet_length(hashes) = 0`);
  }
  return others.map((name) => tilePath(name));
}

/** Leaves that are verified at least: when a process begins, and at each later look. */
const lookSizes = { first: 50_000, later: 500 };

/**
 * Verifies that the stored leaves give the roots of their checkpoints and the hashes of their tiles: the newest of them before anything is appended,
 * and from then on a stretch at each look, from the first leaf to the last and again.
 */
export class TreeAudit {
  /** The size at which the next stretch begins; undefined: nothing was verified yet. */
  #next: number | undefined;
  readonly #sizes: typeof lookSizes;

  constructor(sizes = lookSizes) {
    this.#sizes = sizes;
  }

  /**
   * Verifies the next stretch. One that does not hold is verified again until it does.
   *
   * @throws TreeBroken
   */
  async look(queries: Queries): Promise<void> {
    const isFirst = this.#next === undefined;
    const start = await readRangeStart(queries);
    const begin = this.#next ?? (await lastSize(queries)) - this.#sizes.first;
    let range = await boundaryBefore(queries, start, begin);
    const tiled = await tiledSize(queries, start);
    if (range.size === start.size) {
      const fault = await startFault(queries, start);
      if (fault) throw new TreeBroken(fault);
    }
    const enough = range.size + (isFirst ? Infinity : this.#sizes.later);
    while (range.size < enough) {
      const checkpoints = await queries.rows<Checkpoint>(
        sql`select tree_size, root, peaks from external_checkpoints where tree_size > ${range.size}::bigint
          order by tree_size limit 20`,
      );
      if (checkpoints.length === 0) {
        this.#next = 0;
        return;
      }
      for (const checkpoint of checkpoints) {
        const from = range;
        range = await readLeaves(queries, from, checkpoint.tree_size, async (page, { size }) => {
          const [wrong] = checkpoint.tree_size > tiled ? [] : await wrongTiles(queries, page, size);
          if (wrong) throw notOfLeaves(wrong);
        });
        openAt(range, checkpoint);
        if (checkpoint.peaks && String(checkpoint.peaks) !== String(range.peaks))
          throw new TreeBroken(
            `the peaks of its checkpoint at ${checkpoint.tree_size} are not those of its leaves.`,
          );
        if (range.size >= enough) break;
      }
    }
    this.#next = range.size;
  }
}

async function lastSize(queries: Queries): Promise<number> {
  const [last] = await queries.rows<{ tree_size: number }>(
    sql`select tree_size from external_checkpoints order by tree_size desc limit 1`,
  );
  return last?.tree_size ?? 0;
}
