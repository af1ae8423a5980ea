import type { Conservation } from '#contract/resources/organization.ts';
import type { Preservation, PreservationFailure } from '#contract/resources/preservation.ts';
import { externalWaits } from '../../jobs/external-tree.ts';
import { groupedWaits } from '../../jobs/merkle-batches.ts';
import { hasLog, waitingWitnesses } from '../../jobs/waiting.ts';
import { sql } from '../../storage/database/sql.ts';
import { attentionAttempts, dueIn } from '../../storage/tables/work-items.ts';
import { idForm, notFound } from '../access/access.ts';
import { isMember } from '../access/caller.ts';
import type { Call, Handlers } from '../call.ts';
import type { Service } from '../ports.ts';
import { certificateWaits } from './certification.ts';

/** Most failing witnesses of one answer. */
const mostItems = 50;

export function preservationHandlers(service: Service): Handlers {
  return { readPreservation: (call) => readPreservation(service, call) };
}

/** What of an organization waits to be preserved and what of it fails, for those who act for it (Rule PR-8). */
async function readPreservation(service: Service, call: Call<'readPreservation'>): Promise<Preservation> {
  const id = idForm(call.params.id ?? '');
  if (!isMember(call.caller, id)) throw notFound('organization', id, 'PR-8');
  return { waiting: await readWaiting(service, id), ...(await readFailing(service, id)) };
}

async function readWaiting(service: Service, organizationId: string): Promise<Preservation['waiting']> {
  const [row] = await service.database.rows<{
    count: number;
    since: Date | null;
    without_quota: number;
    without_log: number;
  }>(sql`
    select count(distinct id) as count, min(since) as since,
      (select count(*) from witnesses w join organizations o on o.id = w.organization_id
        where w.organization_id = ${organizationId} and o.quota_nom151 <= 0 and ${certificateWaits}
          and (w.waiting is not null or w.waiting_nom151)
          and not exists (select 1 from preservation_certificates c where c.witness_id = w.id)) as without_quota,
      (select count(*) from witnesses w where w.organization_id = ${organizationId}
        and not ${hasLog(service)}::boolean and ${externalWaits}) as without_log
    from (${waitingWitnesses(service)}) waiting where organization_id = ${organizationId}`);
  return {
    count: row?.count ?? 0,
    oldestAt: row?.since?.toISOString() ?? null,
    withoutQuota: row?.without_quota ?? 0,
    withoutLog: row?.without_log ?? 0,
  };
}

/** A strategy that failed at its last attempt, as it is stored. */
interface StoredFailure {
  readonly waitsFor: Conservation;
  readonly attempts: number;
  /** Milliseconds, by the database's clock. */
  readonly dueIn: number | null;
  readonly error: string | null;
  /** The step that failed is the time-stamp: what is anchored has one already. */
  readonly isStamping: boolean;
}

async function readFailing(
  service: Service,
  organizationId: string,
): Promise<Pick<Preservation, 'failing' | 'items'>> {
  // Batches and checkpoints have witnesses of several organizations. Each of them waits, which is said once more because
  // what waits is found in indexes, however many witnesses the organization has.
  const isOwn = sql`w.organization_id = ${organizationId}`;
  const rows = await service.database.rows<{
    id: string;
    hash: string;
    failures: readonly StoredFailure[];
    total: number;
    attention: number;
  }>(sql`
    with failed as (
      select w.id, w.hash, 'MERKLEIZED' as waits_for, b.attempts, ${dueIn(sql`b`)} as due_in, b.last_error,
        b.nom151_token is null as is_stamping
        from preservation_batches b join preservation_batch_members m on m.batch_id = b.id
        join witnesses w on w.id = m.witness_id
        where b.attempts > 0 and (w.waiting = 'MERKLEIZED' or ${groupedWaits}) and ${isOwn}
      union all
      select w.id, w.hash, 'NOM151', c.attempts, ${dueIn(sql`c`)}, c.last_error, true
        from preservation_certificates c join witnesses w on w.id = c.witness_id where c.attempts > 0 and ${isOwn}
      union all
      select w.id, w.hash, 'WITNESS_CO', p.attempts, ${dueIn(sql`p`)}, p.last_error, false
        from preservation_checkpoints p join preservation_leaves l on l.tree_size = p.tree_size
        join witnesses w on w.id = l.witness_id where p.attempts > 0 and ${externalWaits} and ${isOwn}
    ), failing as (
      select id, hash, max(attempts) as attempts, jsonb_agg(jsonb_build_object('waitsFor', waits_for,
          'attempts', attempts, 'dueIn', due_in, 'error', last_error, 'isStamping', is_stamping)
          order by attempts desc, waits_for) as failures
        from failed group by id, hash
    )
    select id, hash, failures, count(*) over () as total,
      count(*) filter (where attempts >= ${attentionAttempts}::integer) over () as attention
    from failing order by attempts desc, id limit ${mostItems}::bigint`);
  const now = service.now().getTime();
  return {
    failing: { count: rows[0]?.total ?? 0, needAttention: rows[0]?.attention ?? 0 },
    items: rows.map(({ id, hash, failures }) => ({
      witnessId: id,
      hash,
      failures: failures.map((failure) => ({
        waitsFor: failure.waitsFor,
        attempts: failure.attempts,
        reason: reasonOf(failure),
        needsAttention: failure.attempts >= attentionAttempts,
        // Attempts go by the database's clock, and dates of answers by the service's (Rule ST-19).
        nextAttemptAt:
          failure.dueIn !== null && failure.dueIn > 0 ? new Date(now + failure.dueIn).toISOString() : null,
      })),
    })),
  };
}

/** What calls to somebody outside throw: refusals of the authorities, and what was waited for too long. */
const outsideErrors: readonly string[] = ['AuthorityFailure', 'ServiceError', 'NoAnswer'];

/** Of the stored text only the name of the error is read: the rest is for the operator alone. */
function reasonOf({ error, isStamping }: StoredFailure): PreservationFailure {
  const name = /^\w+/.exec(error ?? '')?.[0] ?? '';
  if (!outsideErrors.includes(name)) return 'INTERNAL';
  return isStamping ? 'NO_TIME_STAMP' : 'NOT_ANCHORED';
}
