import { attemptEach, stretch } from '../jobs/sweeps/attempt-each.ts';
import type { Swept } from '../jobs/sweeps/attempt-each.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { sql } from '../storage/database/sql.ts';
import { mayAttempt } from '../storage/tables/failed-work.ts';
import { readState, writeState } from '../storage/tables/state.ts';
import type { EraseTools } from './removed-documents.ts';
import { removeContents } from './remove-rows.ts';

/** Milliseconds. A bulk job uploads what it sends days later. */
const graceMs = 30 * 86_400_000;

/** Uploads of one look. Nearly all are named, and cost a probe of an index each. */
const lookSize = 1_000;

/** Name in `service_state` of the upload up to which every one was looked at. */
const progressName = 'unnamed-contents';

interface Upload {
  readonly id: string;
  readonly content_key: string;
}

/** Place of an upload among those that were received. */
interface Progress {
  readonly receivedAt: string;
  readonly id: string;
}

/**
 * Removes documents that were received a month ago and that no request names (Rule UP-14). Requests alone name a document,
 * drafts among them; one that loses its request goes with it. So each upload is looked at once, as it becomes that old.
 */
export async function removeUnnamed({ database, now }: Pick<EraseTools, 'database' | 'now'>): Promise<Swept> {
  const at = now();
  const before = new Date(at.getTime() - graceMs).toISOString();
  const failed = await database.rows<Upload>(sql`select u.id, u.content_key
    from failed_work w join uploads u on u.id = w.key
    where w.kind = 'upload' and u.received_at is not null and ${mayAttempt('upload', sql`u.id`)}
    limit ${stretch}::bigint`);
  const again = await removeEach(database, failed, at);
  let count = again.count;
  const errors = [...again.errors];
  for (;;) {
    const progress = await readProgress(database);
    const uploads = await database.rows<Upload & { readonly received_at: Date; readonly named: boolean }>(sql`
      select u.id, u.content_key, u.received_at,
        exists (select 1 from signature_requests r where r.content_key = u.content_key) as named
      from uploads u where u.received_at is not null and u.received_at < ${before}::timestamptz
        and (u.received_at, u.id) > (${progress.receivedAt}::timestamptz, ${progress.id})
      order by u.received_at, u.id limit ${lookSize}::bigint`);
    const last = uploads.at(-1);
    if (!last) return { count, errors };
    const swept = await removeEach(
      database,
      uploads.filter(({ named }) => !named),
      at,
    );
    count += swept.count;
    errors.push(...swept.errors);
    // What failed is remembered by itself.
    await writeState(database, progressName, `${last.received_at.toISOString()} ${last.id}`);
  }
}

async function readProgress(database: Database): Promise<Progress> {
  const [receivedAt = '', id = ''] = ((await readState(database, progressName)) ?? '').split(' ');
  return { receivedAt: receivedAt === '' ? '-infinity' : receivedAt, id };
}

function removeEach(database: Database, items: readonly Upload[], at: Date): Promise<Swept> {
  const attempts = { items, keyOf: ({ id }: Upload) => id, atOnce: 1 };
  return attemptEach(database, 'upload', attempts, (upload) =>
    database.transaction((tx) => removeUnlessNamed(tx, upload, at)),
  );
}

/**
 * A request that is being created holds the row of its document (`holdContent`): this waits for it, and then sees the
 * request. One that comes later finds no document. The rows are locked in the order in which a request locks them.
 */
async function removeUnlessNamed(tx: Queries, { id, content_key: key }: Upload, at: Date): Promise<void> {
  await tx.rows(sql`select 1 from uploads where id = ${id} for update`);
  await tx.rows(sql`select 1 from contents where content_key = ${key} for update`);
  await removeContents(tx, sql`c.content_key = ${key}`, at);
}
