import { randomUUID } from 'node:crypto';
import { sql } from '../storage/database/sql.ts';
import type { RateLimit } from '../http/guards/rate-limit.ts';
import { jsonOf } from '../storage/tables/bulk.ts';
import type { Queries } from '../storage/database/queries.ts';
import { databaseNow } from '../storage/tables/work-items.ts';

/** A limit of requests that the instances of a database have in common. */
export interface CommonLimit {
  readonly kind: 'key' | 'address';
  readonly limit: RateLimit;
  /** Requests a minute; 0 is off. */
  readonly most: number;
}

/** Part of a limit that the requests which are not reported may take together. */
const unreportedShare = 0.1;

/**
 * Tells the other instances of a database what callers this one counted, and learns what they counted (Rule ST-49). Only
 * callers of many requests are written: a service whose callers stay far below their limits writes nothing, and lists
 * stay in memory.
 */
export interface RequestCounts {
  /** @param instances how many serve the database, this one among them */
  exchange(queries: Queries, instances: number): Promise<void>;
}

interface CountRow {
  readonly kind: string;
  readonly name: string;
  readonly count: number;
}

export function createRequestCounts(limits: readonly CommonLimit[]): RequestCounts {
  const instance = randomUUID();
  let hasReported = false;
  return {
    async exchange(queries, instances) {
      const rows = instances > 1 ? limits.flatMap((limit) => reportOf(limit, instances)) : [];
      if (rows.length > 0 || hasReported) await report(queries, instance, rows);
      hasReported = rows.length > 0;
      const others = instances > 1 ? await readOthers(queries, instance) : [];
      for (const { kind, limit } of limits)
        limit.setOthers(
          new Map(others.flatMap((row) => (row.kind === kind ? [[row.name, row.count] as const] : []))),
        );
    },
  };
}

function reportOf({ kind, limit, most }: CommonLimit, instances: number): CountRow[] {
  if (most === 0) return [];
  const least = Math.max(1, Math.floor((most * unreportedShare) / instances));
  return [...limit.usage(least)].map(([name, count]) => ({ kind, name, count }));
}

async function report(queries: Queries, instance: string, rows: readonly CountRow[]): Promise<void> {
  await queries.rows(sql`delete from request_counts
    where instance = ${instance} and not exists (select 1 from jsonb_to_recordset(${jsonOf(rows)}::jsonb)
      as x(kind text, name text) where x.kind = request_counts.kind and x.name = request_counts.name)
    or counted_at < ${databaseNow} - interval '60 seconds'`);
  await queries.rows(sql`insert into request_counts (instance, kind, name, count, counted_at)
    select ${instance}, x.kind, x.name, x.count, ${databaseNow}
      from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as x(kind text, name text, count integer)
    on conflict (instance, kind, name) do update set count = excluded.count, counted_at = excluded.counted_at`);
}

/** What an instance counted that reports no more is forgotten within a minute, as if its requests had come evenly. */
function readOthers(queries: Queries, instance: string): Promise<CountRow[]> {
  return queries.rows<CountRow>(sql`select kind, name, ceil(sum(
      count * greatest(0, 1 - extract(epoch from ${databaseNow} - counted_at) / 60)))::integer as count
    from request_counts where instance <> ${instance} group by kind, name`);
}
