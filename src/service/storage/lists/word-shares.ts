import { currentTime } from '#clock/clock.ts';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/** Which share of a column's values has a text in it, 0 to 1. */
export type ShareOf = (text: string) => number;

/** Values of more than this share are what an index is not to be searched for where there is something rarer. */
const rareShare = 0.02;

/**
 * The words of a search that few values have, if it has others too. An index of trigrams reads the positions of each
 * trigram that it is searched for: of a word that is in every value they are millions, and leave nothing out.
 */
export function rareWords(needle: string, shareOf: ShareOf): string[] {
  const words = needle.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const rare = words.filter((word) => shareOf(word) <= rareShare);
  return rare.length < words.length ? rare : [];
}

/** Milliseconds for which shares are good: the database counts anew when a tenth of a table has changed. */
const lifeMs = 600_000;
const known = new WeakMap<
  Database,
  Map<string, { readonly until: number; readonly shares: Promise<ShareOf> }>
>();

/** Shares of a text column by the statistics that the database keeps of it: about a hundred of its values. */
export function sharesOf(database: Database, table: string, column: string): Promise<ShareOf> {
  const columns = known.get(database) ?? new Map<string, { until: number; shares: Promise<ShareOf> }>();
  known.set(database, columns);
  const name = `${table}.${column}`;
  const now = currentTime().getTime();
  const last = columns.get(name);
  if (last && now < last.until && now >= last.until - lifeMs) return last.shares;
  const shares = readShares(database, table, column);
  columns.set(name, { until: now + lifeMs, shares });
  shares.catch(() => columns.delete(name));
  return shares;
}

async function readShares(database: Database, table: string, column: string): Promise<ShareOf> {
  const [row] = await database.rows<{
    common: string[] | null;
    frequencies: number[] | null;
    others: string[] | null;
  }>(sql`select s.most_common_vals::text::text[] as common, s.most_common_freqs as frequencies,
      s.histogram_bounds::text::text[] as others
    from pg_stats s where s.schemaname = current_schema() and s.tablename = ${table} and s.attname = ${column}`);
  const frequencies = row?.frequencies ?? [];
  const common = (row?.common ?? []).map((value, at) => ({ value, share: frequencies[at] ?? 0 }));
  const others = row?.others ?? [];
  const rest = 1 - common.reduce((sum, { share }) => sum + share, 0);
  const values = [...common, ...others.map((value) => ({ value, share: rest / others.length }))];
  return (text) => values.reduce((sum, { value, share }) => sum + (value.includes(text) ? share : 0), 0);
}
