import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { pdfBytes, startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { removeUnnamed } from './unnamed-contents.ts';

// Two transactions at once, which the embedded database does not have.

let on: TestService;
let organization: TestOrganization;
beforeAll(async () => {
  on = await startTestService();
  organization = await on.organization();
});
afterAll(() => on.close());

const sweep = async (): Promise<number> =>
  (await removeUnnamed({ database: on.database, now: on.service.now })).count;
const create = async (key: string): Promise<number> =>
  (
    await on.request('/rest/v1/signature-request', {
      method: 'POST',
      as: organization.key,
      body: { input: { name: 'A', content: { pdf: key }, organization: organization.id } },
    })
  ).status;
const oldUpload = async (): Promise<string> => {
  const key = await on.upload(organization.key, pdfBytes());
  on.clock.now = new Date(on.clock.now.getTime() + 31 * 86_400_000);
  return key;
};
const isContent = async (key: string): Promise<boolean> =>
  (await on.database.rows(sql`select 1 from contents where content_key = ${key}`)).length > 0;

/** Begins each piece of work in turn while others cannot write a table, each once the one before stands still. */
async function whileLocked<T>(lock: Sql, ...work: (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await on.database.transaction(async (tx) => {
    await tx.rows(lock);
    for (const begin of work) {
      begun.push(begin());
      await untilBlocked(begun.length);
    }
  });
  return Promise.all(begun);
}

async function untilBlocked(count: number): Promise<void> {
  for (;;) {
    const rows = await on.database.rows(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows.length >= count) return;
    await delay(20);
  }
}

it('UP-14 a sweep waits for the request that is being created, and leaves its document', async () => {
  const key = await oldUpload();
  const lock = sql`lock table signature_requests in share mode`;
  expect(await whileLocked(lock, () => create(key), sweep)).toEqual([200, 1]);
  expect(await isContent(key)).toBe(true);
});

it('UP-14 a request waits for the sweep that is removing its document, and is refused', async () => {
  const key = await oldUpload();
  const lock = sql`lock table removed_contents in share mode`;
  expect(await whileLocked(lock, sweep, () => create(key))).toEqual([1, 422]);
  expect(await isContent(key)).toBe(false);
});
