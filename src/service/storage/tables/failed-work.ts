import type { Queries } from '../database/queries.ts';
import { sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { jsonOf } from './bulk.ts';
import { databaseNow } from './work-items.ts';

// Work that has no row of its own to be queued in: the sweeps find what is due by what is stored. Only what failed has a
// row here, with its attempts and its next one by the clock of the database.

/**
 * What an item of this work is: `upload` (an address that is over, a document that nothing names) and `request` by id,
 * `document` by key, `count` and `partition` by table.
 */
export const failedKinds = ['upload', 'document', 'request', 'count', 'partition', 'token-index'] as const;
export type FailedKind = (typeof failedKinds)[number];

/** Milliseconds after the first failure, twice as long after each further one, and at last. */
const firstDelay = 1_000;
const longestDelay = 3_600_000;

/** Whether an item did not fail, or is due again. */
export const mayAttempt = (kind: FailedKind, key: Sql): Sql => sql`not exists (select 1 from failed_work f
  where f.kind = ${kind} and f.key = ${key} and f.next_attempt_at > ${databaseNow})`;

/** Keys of a kind that failed and are not due again yet. */
export async function readWaitingKeys(queries: Queries, kind: FailedKind): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ key: string }>(
    sql`select key from failed_work where kind = ${kind} and next_attempt_at > ${databaseNow}`,
  );
  return new Set(rows.map(({ key }) => key));
}

interface Failure {
  readonly key: string;
  /** Without anything secret. */
  readonly reason: string;
}

/** Two who fail at the same item at once count as one attempt. */
export async function noteFailures(
  queries: Queries,
  kind: FailedKind,
  failures: readonly Failure[],
): Promise<void> {
  if (failures.length === 0) return;
  await queries.rows(sql`
    insert into failed_work as f (kind, key, attempts, next_attempt_at, last_error)
    select ${kind}::text, x.key, 1, ${delayed(sql`0`)}, x.reason
      from jsonb_to_recordset(${jsonOf(failures)}::jsonb) as x(key text, reason text) order by x.key
    on conflict (kind, key) do update set attempts = f.attempts + 1, last_error = excluded.last_error,
      next_attempt_at = ${delayed(sql`f.attempts`)}
    where f.next_attempt_at is null or f.next_attempt_at <= ${databaseNow}`);
}

/** The next attempt after so many earlier failures; a bound on the exponent, because the product has one. */
const delayed = (attempts: Sql): Sql => sql`${databaseNow} + interval '1 millisecond'
  * least(${firstDelay}::double precision * 2 ^ least(${attempts}, 30), ${longestDelay}::double precision)`;

/** These were done at last. */
export async function endFailures(
  queries: Queries,
  kind: FailedKind,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await queries.rows(sql`delete from failed_work where kind = ${kind} and key = any(${[...keys]}::text[])`);
}

/**
 * Forgets failures at what is not to be done any more: it was removed otherwise, or done by another process meanwhile.
 *
 * @param isLeft a query with a row as long as `f.key` is to be done
 */
export async function forgetOthers(queries: Queries, kind: FailedKind, isLeft: Sql): Promise<void> {
  await queries.rows(sql`delete from failed_work f where f.kind = ${kind} and not exists (${isLeft})`);
}

/** Kinds of which something is due again. */
export async function dueKinds(queries: Queries): Promise<FailedKind[]> {
  // Kinds of a newer build are its own.
  const rows = await queries.rows<{ kind: FailedKind }>(sql`select distinct kind from failed_work
    where kind = any(${[...failedKinds]}::text[]) and (next_attempt_at is null or next_attempt_at <= ${databaseNow})`);
  return rows.map(({ kind }) => kind);
}

export async function forgetKind(queries: Queries, kind: FailedKind): Promise<void> {
  await queries.rows(sql`delete from failed_work where kind = ${kind}`);
}

/** Items of one kind are due at once. */
export async function retryFailed(
  queries: Queries,
  kind: FailedKind,
  keys: readonly string[],
): Promise<void> {
  await queries.rows(
    sql`update failed_work set next_attempt_at = null where kind = ${kind} and key = any(${[...keys]}::text[])`,
  );
}
