import { randomUUID } from 'node:crypto';
import { identifier, join, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/queries.ts';

// Work that takes longer than a transaction may: a row is leased, worked on without any transaction, and every write
// names the lease, so that whoever lost it writes nothing. Leases and delays go by the clock of the database: those who
// share it agree on it, whatever the clocks of their machines say.

/** The right to work on one row, until it ends or another may take it. */
export interface Lease {
  readonly id: string;
  /** The instant until which a lease holds that is taken or renewed now, by the database's clock. */
  until(): Sql;
  /**
   * The work ended, and the database may not know: from now on this process may take the row again, whatever the
   * database says of the lease.
   */
  abandon(): void;
}

/** Milliseconds. Longer than any call that is made under a lease. */
export const leaseTime = 40_000;

/** This process among those that share a database. */
const processPrefix = `${randomUUID()}:`;
// eslint-disable-next-line no-restricted-syntax -- machines that share a database share no other clock
export const databaseNow = sql`clock_timestamp()`;
/** So many milliseconds on, counted from the statement also inside of a transaction. */
const databaseTime = (milliseconds: number): Sql =>
  sql`(${databaseNow} + ${milliseconds}::double precision * interval '1 millisecond')`;

/** Leases that were abandoned, with the instant of `performance.now` from which on they are over in any case. */
const abandoned = new Map<string, number>();
let leases = 0;

export function openLease(time = leaseTime): Lease {
  leases += 1;
  const id = processPrefix + String(leases);
  return {
    id,
    until: () => databaseTime(time),
    abandon() {
      for (const [other, over] of abandoned) if (over < performance.now()) abandoned.delete(other);
      abandoned.set(id, performance.now() + time);
    },
  };
}

/**
 * Whether nobody works on a row: its lease is over, or its holder is: a lease that this process abandoned, or any other
 * process's on the embedded database, which has one process at a time.
 */
export function isFree({ kind }: Pick<Database, 'kind'>, row: Sql): Sql {
  const ours = sql`starts_with(${row}.lease, ${processPrefix})`;
  const over = sql`${row}.lease is null or ${row}.leased_until < ${databaseNow}
    or ${row}.lease = any(${[...abandoned.keys()]}::text[])`;
  return kind === 'embedded' ? sql`(${over} or not ${ours})` : sql`(${over})`;
}

/** The lease was lost: another took the row over, or it is done. Nothing of the write happened. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const keyColumns = {
  preservation_batches: 'id',
  preservation_certificates: 'witness_id',
  preservation_checkpoints: 'tree_size',
} as const;

export type WorkTable = keyof typeof keyColumns;
export const workTables = Object.keys(keyColumns) as readonly WorkTable[];

/** A row that this process works on. */
export interface WorkItem<Row> {
  readonly table: WorkTable;
  readonly key: string;
  readonly lease: Lease;
  readonly row: Row & { readonly attempts: number };
}

const nameOf = (table: WorkTable): Sql => sql`${identifier(table)}`;
/** Keys are compared as text; a cast of what is text already would be in the way of nothing but the reader. */
const keyOf = (table: WorkTable): Sql =>
  table === 'preservation_checkpoints'
    ? sql`${identifier(keyColumns[table])}::text`
    : sql`${identifier(keyColumns[table])}`;

/**
 * Leases the row that is due first, if one is.
 *
 * @param among.force also what waits after a failure
 * @param among.except keys of rows that are left alone
 */
export async function claimNext<Row extends object>(
  database: Database,
  table: WorkTable,
  among: {
    readonly force?: boolean;
    readonly except?: Iterable<string>;
    readonly time?: number | undefined;
  } = {},
): Promise<WorkItem<Row> | undefined> {
  const lease = openLease(among.time);
  try {
    const [row] = await database.rows<Row & { readonly key: string; readonly attempts: number }>(sql`
      update ${nameOf(table)} t set lease = ${lease.id}, leased_until = ${lease.until()}
      where t.${keyOf(table)} = (select k.${keyOf(table)} from ${nameOf(table)} k
        where ${isFree(database, sql`k`)}
          and (k.next_attempt_at is null or k.next_attempt_at <= ${databaseNow} or ${among.force ?? false}::boolean)
          and not k.${keyOf(table)} = any(${[...(among.except ?? [])]}::text[])
        order by k.next_attempt_at nulls first, k.${keyOf(table)} limit 1 for update skip locked)
      returning t.*, t.${keyOf(table)} as key`);
    if (row) return { table, key: row.key, lease, row };
  } catch (error) {
    lease.abandon();
    throw error;
  }
  return undefined;
}

/**
 * Stores what a step gave, and renews the lease.
 *
 * @throws LeaseLost
 */
export async function storeStep(queries: Queries, item: WorkItem<object>, set: Sql): Promise<void> {
  const { table, key, lease } = item;
  const stored = await queries.rows(sql`update ${nameOf(table)} set ${set}, attempts = 0, last_error = null,
      leased_until = ${lease.until()}
    where ${keyOf(table)} = ${key} and lease = ${lease.id} returning 1 as stored`);
  if (stored.length === 0) throw new LeaseLost(`${table} ${key} is another's by now.`);
}

/**
 * Takes the row away as its work ends, within the transaction that makes the result visible.
 *
 * @throws LeaseLost
 */
export async function endWork(tx: Queries, { table, key, lease }: WorkItem<object>): Promise<void> {
  const ended = await tx.rows(
    sql`delete from ${nameOf(table)} where ${keyOf(table)} = ${key} and lease = ${lease.id} returning 1 as ended`,
  );
  if (ended.length === 0) throw new LeaseLost(`${table} ${key} is another's by now.`);
}

/** Gives the row back, to be looked at again after so many milliseconds; `failed` is why, where it failed. */
export async function giveBack(
  queries: Queries,
  { table, key, lease }: WorkItem<object>,
  delay: number,
  failed?: string,
): Promise<void> {
  const failure = failed === undefined ? sql`` : sql`, attempts = attempts + 1, last_error = ${failed}`;
  await queries.rows(sql`update ${nameOf(table)} set lease = null, leased_until = null,
    next_attempt_at = ${databaseTime(delay)} ${failure} where ${keyOf(table)} = ${key} and lease = ${lease.id}`);
}

/** Rows that wait after a failure are due at once; whoever works on one goes on. */
export async function retryWork(queries: Queries, table: WorkTable, keys: readonly string[]): Promise<void> {
  await queries.rows(sql`update ${nameOf(table)} set next_attempt_at = null
    where ${keyOf(table)} = any(${[...keys]}::text[])`);
}

/**
 * Failed attempts in a row, about nine minutes of them, after which somebody has to look at an item: what an authority
 * needs to come back is over by then. It is tried again all the same, once a minute.
 */
export const attentionAttempts = 15;

/** Milliseconds until a row of work is due, by the database's clock; not above zero or null: it is. */
export const dueIn = (row: Sql): Sql =>
  sql`(extract(epoch from ${row}.next_attempt_at - ${databaseNow}) * 1000)::double precision`;

/** Milliseconds: a row that came due after it was looked for is looked for again so soon. */
export const overdueLook = 50;

/**
 * Milliseconds until a row of one of these tables is to be looked for, more than zero; undefined: none waits. One that
 * somebody works on is looked for when its lease is over.
 */
export async function untilDue(
  database: Database,
  tables: readonly WorkTable[],
): Promise<number | undefined> {
  const each = tables.map(
    (table) => sql`select min(case when ${isFree(database, sql`t`)} then t.next_attempt_at
      else greatest(t.next_attempt_at, t.leased_until) end) as at from ${nameOf(table)} t`,
  );
  const [row] = await database.rows<{ delay: number | null }>(sql`
    select (extract(epoch from min(at) - ${databaseNow}) * 1000)::double precision as delay
    from (${join(each, ' union all ')}) due`);
  return typeof row?.delay === 'number' ? Math.max(row.delay, overdueLook) : undefined;
}

/** Whether more than so many rows of a table are due or worked on. */
export async function areMoreDue(queries: Queries, table: WorkTable, most: number): Promise<boolean> {
  const [row] = await queries.rows(sql`select 1 from ${nameOf(table)}
    where next_attempt_at is null or next_attempt_at <= ${databaseNow} limit 1 offset ${most}::bigint`);
  return row !== undefined;
}
