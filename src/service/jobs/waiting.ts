import type { Queries } from '../storage/database/queries.ts';
import { identifier, join, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { failedKinds } from '../storage/tables/failed-work.ts';
import type { WorkTable } from '../storage/tables/work-items.ts';
import { certificateWaits } from '../handlers/witnesses/certification.ts';
import type { Service } from '../handlers/ports.ts';
import { externalWaits } from './external-tree.ts';
import { groupedWaits } from './merkle-batches.ts';

/** Number and age of the witnesses that wait to be preserved, planned or not. */
export interface Waiting {
  readonly count: number;
  /** Age of the one that waits longest; 0 where none does. */
  readonly oldestSeconds: number;
}

/** What witnesses wait for. */
const queueKinds = ['merkle-batch', 'third-party', 'certificate'] as const;
type QueueKind = (typeof queueKinds)[number];

interface Queues {
  /** A witness that waits for several is counted once. */
  readonly all: Waiting;
  readonly kinds: readonly (Waiting & { readonly kind: QueueKind })[];
}

/**
 * What waits for a third party's log where there is none: stored before by a service that had one. It is no delay,
 * because no time ends it (Rule PR-6).
 */
export async function countWithoutLog(service: Pick<Service, 'database' | 'authorities'>): Promise<number> {
  if (hasLog(service)) return 0;
  const [row] = await service.database.rows<{ count: number }>(
    sql`select count(*) as count from witnesses w where ${externalWaits}`,
  );
  return row?.count ?? 0;
}

/** How many items failed at their last attempt and are tried again, by what they are; `retry list` names them. */
export async function readFailing(
  queries: Queries,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  const counts = Object.entries(failingKinds).map(
    ([table, kind]) =>
      sql`select ${kind} as kind, count(*) as count from ${identifier(table)} where attempts > 0`,
  );
  const others = sql`select k.kind, count(f.key) as count
    from unnest(${[...failedKinds]}::text[]) k (kind) left join failed_work f on f.kind = k.kind group by k.kind`;
  return queries.rows(join([...counts, others], ' union all '));
}

const failingKinds: Readonly<Record<WorkTable, QueueKind>> = {
  preservation_batches: 'merkle-batch',
  preservation_checkpoints: 'third-party',
  preservation_certificates: 'certificate',
};

export async function readWaiting(
  service: Pick<Service, 'database' | 'authorities' | 'now'>,
): Promise<Waiting> {
  return (await readQueues(service)).all;
}

/**
 * Rows of `kind, id, organization_id, since`: a witness for each thing that it waits for. What waits for a quota waits
 * for nobody here, and is no row until its organization has one; nor is what waits for a log that is not there.
 */
export function waitingWitnesses(service: Pick<Service, 'authorities'>): Sql {
  const withLog = sql`${hasLog(service)}::boolean`;
  return sql`
  select 'merkle-batch' as kind, w.id, w.organization_id, w.created_at as since from witnesses w
    where w.waiting = 'MERKLEIZED'
  union all select 'third-party', w.id, w.organization_id, w.created_at from witnesses w
    where w.waiting = 'WITNESS_CO' and ${withLog}
  union all select 'merkle-batch', w.id, w.organization_id, w.updated_at from witnesses w where ${groupedWaits}
  union all select 'third-party', w.id, w.organization_id, w.updated_at from witnesses w
    where ${withLog} and ${externalWaits} and w.initial_owner_id is not null and w.external_leaf_index is null
  union all select 'certificate', c.witness_id, c.organization_id, c.spent_at from preservation_certificates c
  union all select 'certificate', w.id, w.organization_id, w.updated_at from witnesses w
    join organizations o on o.id = w.organization_id
    where (w.waiting is not null or w.waiting_nom151) and ${certificateWaits} and o.quota_nom151 > 0`;
}

/** Whether what waits for a third party's log waits for anything. */
export const hasLog = ({ authorities }: Pick<Service, 'authorities'>): boolean =>
  authorities === undefined || authorities.checkpoint !== undefined;

export async function readQueues(
  service: Pick<Service, 'database' | 'authorities' | 'now'>,
): Promise<Queues> {
  const rows = await service.database.rows<{ kind: QueueKind | null; count: number; since: Date | null }>(sql`
    select kind, count(distinct id) as count, min(since) as since
    from (${waitingWitnesses(service)}) waiting group by grouping sets ((kind), ())`);
  const queueOf = (kind: QueueKind | null): Waiting => {
    const row = rows.find((found) => found.kind === kind);
    const since = row?.since?.getTime();
    // One of the future was written before the clock was put back.
    const age = since === undefined ? 0 : Math.max(0, service.now().getTime() - since);
    return { count: row?.count ?? 0, oldestSeconds: Math.floor(age / 1000) };
  };
  return { all: queueOf(null), kinds: queueKinds.map((kind) => ({ kind, ...queueOf(kind) })) };
}
