import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../database/sql.ts';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/queries.ts';

/** Months of which partitions are there before their time: a worker that stood still for a season loses nothing. */
const monthsAhead = 3;

/** The first day of a month of UTC so many months on: `2026-12-01`. */
export function monthAfter(at: Date, months: number): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

export async function areWitnessesPartitioned(queries: Queries): Promise<boolean> {
  const [row] = await queries.rows<{ found: boolean }>(sql`select are_witnesses_partitioned() as found`);
  return row?.found === true;
}

/**
 * Makes the partitions of the months to come, where there are partitions at all; answers the names of new ones. Whoever
 * reads or writes in the meantime is not held up for longer than a lock is waited for.
 */
export async function addComingPartitions(database: Database, at: Date): Promise<string[]> {
  return database.transaction(async (tx) => {
    // Shorter than the server's `deadlock_timeout`: whoever writes meanwhile is not ended over it.
    await tx.script("set local lock_timeout = '800ms'");
    await tx.rows(
      sql`select drop_witness_bound(${new Date(at.getTime() + 86_400_000).toISOString()}::timestamptz)`,
    );
    const made = await tx.rows<{ name: string }>(
      sql`select add_witness_partitions(${monthAfter(at, 0)}::date, ${monthAfter(at, monthsAhead)}::date) as name`,
    );
    return made.map(({ name }) => name);
  });
}

/** What a conversion did. */
export interface Partitioned {
  /** Witnesses that were moved because they came to be in or after the first month. */
  readonly moved: number;
  /** Keys of other tables that were verified against the new one. */
  readonly verified: number;
}

/**
 * Turns the table of witnesses into one with partitions by month from `first` on: a bound on its ids is verified while
 * everybody goes on working, then one locked step makes the old table a partition, then the keys that name witnesses are
 * verified. After an interruption it goes on where it was.
 *
 * @param first the first day of a month; what is older stays where it is, and what is not is moved in the locked step
 */
export async function partitionWitnesses(database: Database, first: string, at: Date): Promise<Partitioned> {
  let moved = 0;
  if (!(await areWitnessesPartitioned(database))) {
    await addBound(database, first);
    moved = await lockedTransaction(database, async (tx) => {
      const [row] = await tx.rows<{ moved: number }>(
        sql`select partition_witnesses(${first}::date, ${monthAfter(at, monthsAhead)}::date) as moved`,
      );
      return row?.moved ?? 0;
    });
  }
  const keys = await database.rows<{ statement: string }>(sql`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where contype = 'f' and confrelid = 'witnesses'::regclass and not convalidated`);
  for (const { statement } of keys) await database.script(statement);
  // The planner's figures of the whole are made by nobody else: the server looks after partitions one by one.
  await database.script('analyze witnesses');
  return { moved, verified: keys.length };
}

/** Milliseconds: whoever waits for a table longer than a second, the server's `deadlock_timeout`, may be ended. */
const lockPatience = { each: 800, pause: 200, attempts: 10 };

/**
 * Locks witnesses and every table that a key joins to them. Whoever writes takes these tables in another order, so the
 * locks come all at once or are given up before the server ends a writer over them.
 */
async function lockedTransaction<T>(database: Database, work: (tx: Queries) => Promise<T>): Promise<T> {
  const [tables] = await database.rows<{ names: string }>(sql`
    select string_agg(distinct t::text, ', ') as names from (select 'witnesses'::regclass as t
      union select unnest(array[conrelid, confrelid])::regclass from pg_constraint
      where contype = 'f' and 'witnesses'::regclass in (conrelid, confrelid)) tables`);
  for (let attempt = 1; ; attempt += 1) {
    const locks = { taken: false };
    try {
      return await database.transaction(async (tx) => {
        await tx.script(`set local statement_timeout = ${lockPatience.each}`);
        await tx.script(`lock table ${tables?.names ?? ''} in access exclusive mode`);
        locks.taken = true;
        await tx.script('set local statement_timeout = 0');
        return work(tx);
      });
    } catch (error) {
      if (locks.taken || attempt === lockPatience.attempts) throw error;
      await delay(lockPatience.pause);
    }
  }
}

/** Without it the locked step reads the table to learn that it has no id of the first month or a later one. */
async function addBound(database: Database, first: string): Promise<void> {
  const [later] = await database.rows(
    sql`select 1 from witnesses where id >= month_start_id(${first}::date) limit 1`,
  );
  const drop = 'alter table witnesses drop constraint if exists witnesses_bound';
  if (later) return lockedTransaction(database, (tx) => tx.script(drop));
  const [bound] = await database.rows<{ statement: string }>(sql`
    select format('alter table witnesses add constraint witnesses_bound check (id < %L) not valid',
      month_start_id(${first}::date)) as statement`);
  await lockedTransaction(database, (tx) => tx.script(`${drop}; ${bound?.statement ?? ''}`));
  await database.script('alter table witnesses validate constraint witnesses_bound');
}
