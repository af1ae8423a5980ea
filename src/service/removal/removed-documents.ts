import pLimit from 'p-limit';
import type { Service } from '../handlers/ports.ts';
import type { ErasableObjects } from '../storage/objects/objects.ts';
import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';

/** Keys of one look, and calls to the store at once. */
const stretch = 1_000;
const callsAtOnce = 32;

/** A document that the store did not remove. */
export interface LockedDocument {
  readonly key: string;
  readonly lockedUntil: Date | null;
}

interface DueRow {
  readonly content_key: string;
  readonly version_id: string | null;
}

/**
 * Removes the bytes of documents whose rows are gone, and of those that were locked and no longer are; answers how many.
 * Two who do so at once do no harm.
 */
export async function removeDocuments(
  {
    database,
    objects,
    now,
  }: { database: Service['database']; objects: ErasableObjects; now: Service['now'] },
  of: Sql = sql`true`,
): Promise<number> {
  const limit = pLimit(callsAtOnce);
  const started = sql`${now().toISOString()}::timestamptz`;
  for (let removed = 0, after = ''; ;) {
    const due = await database.rows<DueRow>(sql`select content_key, version_id from removed_contents
      where content_key > ${after} and ${of} and (refused_at is null
        or coalesce(locked_until, refused_at + interval '1 day') <= ${started})
      order by content_key limit ${stretch}::bigint`);
    const results = await Promise.all(
      due.map(({ content_key: key, version_id: version }) =>
        limit(async () => ({ key, left: await objects.erase(key, version ?? undefined) })),
      ),
    );
    const gone = results.filter(({ left }) => left === undefined).map(({ key }) => key);
    await database.rows(sql`delete from removed_contents where content_key = any(${gone}::text[])`);
    for (const { key, left } of results)
      if (left)
        await database.rows(sql`update removed_contents set refused_at = ${started},
          version_id = ${left.version ?? null}, locked_until = ${left.lockedUntil?.toISOString() ?? null}::timestamptz
          where content_key = ${key}`);
    removed += gone.length;
    after = due.at(-1)?.content_key ?? '';
    if (due.length < stretch) return removed;
  }
}

/** What the store did not remove of an organization's, for whoever erases it. */
export async function readLocked(database: Service['database'], of: Sql): Promise<LockedDocument[]> {
  const rows = await database.rows<{ content_key: string; locked_until: Date | null }>(
    sql`select content_key, locked_until from removed_contents where ${of} and refused_at is not null
      order by locked_until nulls last, content_key`,
  );
  return rows.map((row) => ({ key: row.content_key, lockedUntil: row.locked_until }));
}
