import type { Service } from '../handlers/ports.ts';
import { attemptEach, stretch, sweepAll } from '../jobs/sweeps/attempt-each.ts';
import type { Swept } from '../jobs/sweeps/attempt-each.ts';
import type { Database } from '../storage/database/database.ts';
import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import type { LeftObject } from '../storage/objects/erase-object.ts';
import type { ErasableObjects } from '../storage/objects/objects.ts';
import { forgetOthers, mayAttempt } from '../storage/tables/failed-work.ts';

/** A document that the store did not remove. */
export interface LockedDocument {
  readonly key: string;
  readonly lockedUntil: Date | null;
}

export interface EraseTools {
  readonly database: Database;
  readonly objects: ErasableObjects;
  readonly now: Service['now'];
}

interface DueRow {
  readonly content_key: string;
  readonly version_id: string | null;
}

/**
 * Removes the bytes of documents whose rows are gone, and of those that were locked and no longer are. Two who do so at
 * once do no harm.
 *
 * @param of those of somebody alone, also what failed and is not due again yet
 */
export async function removeDocuments({ database, objects, now }: EraseTools, of?: Sql): Promise<Swept> {
  const started = sql`${now().toISOString()}::timestamptz`;
  let after = '';
  const swept = await sweepAll(async () => {
    const due = await database.rows<DueRow>(sql`select r.content_key, r.version_id from removed_contents r
      where r.content_key > ${after} and ${of ?? mayAttempt('document', sql`r.content_key`)} and (r.refused_at is null
        or coalesce(r.locked_until, r.refused_at + interval '1 day') <= ${started})
      order by r.content_key limit ${stretch}::bigint`);
    after = due.at(-1)?.content_key ?? '';
    let removed = 0;
    const attempts = { items: due, keyOf: (row: DueRow) => row.content_key };
    const { errors } = await attemptEach(database, 'document', attempts, async (row) => {
      const left = await objects.erase(row.content_key, row.version_id ?? undefined);
      if (left) await noteLeft(database, row.content_key, left, started);
      else if (await endRemoval(database, row.content_key, started)) removed += 1;
    });
    return { count: removed, errors, found: due.length };
  }, stretch);
  await forgetOthers(database, 'document', sql`select 1 from removed_contents r where r.content_key = f.key`);
  return swept;
}

/** @returns false where bytes may still come until an address is over: then they are removed once more */
async function endRemoval(database: Database, key: string, at: Sql): Promise<boolean> {
  const ended = await database.rows(sql`delete from removed_contents
    where content_key = ${key} and coalesce(locked_until, ${at}) <= ${at} returning 1 as ended`);
  if (ended.length === 0)
    await database.rows(sql`update removed_contents set refused_at = ${at} where content_key = ${key}`);
  return ended.length > 0;
}

async function noteLeft(database: Database, key: string, left: LeftObject, at: Sql): Promise<void> {
  await database.rows(sql`update removed_contents set refused_at = ${at}, version_id = ${left.version ?? null},
    locked_until = ${left.lockedUntil?.toISOString() ?? null}::timestamptz where content_key = ${key}`);
}

/** What the store did not remove of an organization's, for whoever erases it. */
export async function readLocked(database: Database, of: Sql): Promise<LockedDocument[]> {
  const rows = await database.rows<{ content_key: string; locked_until: Date | null }>(
    sql`select content_key, locked_until from removed_contents where ${of} and refused_at is not null
      order by locked_until nulls last, content_key`,
  );
  return rows.map((row) => ({ key: row.content_key, lockedUntil: row.locked_until }));
}

/** Documents whose bytes are still to be removed, though nothing locks them. */
export async function countLeft(database: Database, of: Sql): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*) as count from removed_contents where ${of} and refused_at is null`,
  );
  return row?.count ?? 0;
}
