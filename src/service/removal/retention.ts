import { termsRequest } from '../handlers/access/terms.ts';
import { createRepeatedRun } from '../jobs/repeated-run.ts';
import type { RepeatedRun } from '../jobs/repeated-run.ts';
import { sql } from '../storage/database/sql.ts';
import type { EraseTools } from './erase-organization.ts';
import { removeDocuments } from './removed-documents.ts';
import { removeRequests } from './remove-rows.ts';
import type { RemovedRows } from './remove-rows.ts';

/** Requests of one transaction. */
const stretch = 200;
const paceMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Removes requests that never became evidence: drafts, and rejected ones that nobody has signed, in which nothing has
 * changed for so many days. What has a signature or a witness stays whatever its age.
 */
export async function removeUnsigned(tools: EraseTools, days: number): Promise<number> {
  const { database, now } = tools;
  const before = sql`${new Date(now().getTime() - days * dayMs).toISOString()}::timestamptz`;
  for (let all = 0; ;) {
    const { requests } = await database.transaction(async (tx): Promise<Pick<RemovedRows, 'requests'>> => {
      // A request that somebody works on is left to the next run.
      const due = await tx.rows<{ id: string }>(sql`select r.id from signature_requests r
        where (r.draft or r.rejected_at is not null) and r.signed_at is null and r.witness_id is null
          and r.updated_at < ${before} and r.id <> coalesce((select value from service_state where name = ${termsRequest}), '')
          and not exists (select 1 from invites i where i.signature_request_id = r.id and i.signature is not null)
          and not exists (select 1 from witnesses w where w.signature_request_id = r.id)
        order by r.updated_at limit ${stretch}::bigint for update skip locked`);
      if (due.length === 0) return { requests: 0 };
      return removeRequests(
        tx,
        due.map(({ id }) => id),
        now(),
      );
    });
    all += requests;
    if (requests < stretch) return all;
  }
}

/**
 * Runs in a worker: finishes what was removed and is in the store still, and removes what is too old where there is a
 * limit.
 *
 * @param days undefined: nothing is too old
 */
export function createRetentionSweep(
  tools: EraseTools,
  days: number | undefined,
  onRemoved: (requests: number) => void,
  onError: (error: unknown) => void,
): RepeatedRun {
  const run = async (): Promise<number> => {
    const requests = days === undefined ? 0 : await removeUnsigned(tools, days);
    await removeDocuments(tools);
    if (requests > 0) onRemoved(requests);
    return paceMs;
  };
  return createRepeatedRun(run, { gather: paceMs, retry: 60_000, longestRetry: paceMs }, onError);
}
