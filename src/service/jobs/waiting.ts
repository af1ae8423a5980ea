import { sql } from '../storage/database/sql.ts';
import { certificateWaits } from '../handlers/witnesses/certification.ts';
import type { Service } from '../handlers/ports.ts';
import { externalWaits } from './external-tree.ts';
import { groupedWaits } from './merkle-batches.ts';

/** What waits to be preserved, planned or not. */
export interface Waiting {
  readonly count: number;
  /** Age of the one that waits longest; 0 where none does. */
  readonly oldestSeconds: number;
}

/**
 * What waits for a third party's log where there is none: stored before by a service that had one. It is no delay,
 * because no time ends it (Rule PR-6).
 */
export async function countWithoutLog({
  database,
  authorities,
}: Pick<Service, 'database' | 'authorities'>): Promise<number> {
  if (!authorities || authorities.checkpoint) return 0;
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*) as count from witnesses w where ${externalWaits}`,
  );
  return row?.count ?? 0;
}

/** What waits for a quota waits for nobody here, and is not counted until its organization has one. */
export async function readWaiting({
  database,
  authorities,
  now,
}: Pick<Service, 'database' | 'authorities' | 'now'>): Promise<Waiting> {
  const hasLog = !authorities || authorities.checkpoint !== undefined;
  const [row] = await database.rows<{ count: number; since: Date | null }>(sql`
    select count(distinct id) as count, min(since) as since from (
      select w.id, w.created_at as since from witnesses w where w.waiting = 'MERKLEIZED' or (w.waiting = 'WITNESS_CO' and ${hasLog}::boolean)
      union all select w.id, w.updated_at from witnesses w where ${groupedWaits}
      union all select w.id, w.updated_at from witnesses w
        where ${hasLog}::boolean and ${externalWaits} and w.initial_owner_id is not null and w.external_leaf_index is null
      union all select c.witness_id, c.spent_at from preservation_certificates c
      union all select w.id, w.updated_at from witnesses w join organizations o on o.id = w.organization_id
        where (w.waiting is not null or w.waiting_nom151) and ${certificateWaits} and o.quota_nom151 > 0
    ) waiting`);
  const since = row?.since?.getTime();
  // One of the future was written before the clock was put back.
  const age = since === undefined ? 0 : Math.max(0, now().getTime() - since);
  return { count: row?.count ?? 0, oldestSeconds: Math.floor(age / 1000) };
}
