import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressOf } from '../testing/template-database.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { endOlderBuilds } from './older-builds.ts';
import { sql } from './sql.ts';

// On PostgreSQL alone: the embedded database has one process at a time.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';

let on: TestService;
/** The session of another instance. */
let instance: pg.Client;
beforeEach(async () => {
  on = await startTestService();
  const [row] = await on.database.rows<{ name: string }>(sql`select current_database() as name`);
  instance = new pg.Client({ connectionString: addressOf(server, row!.name).href });
  await instance.connect();
});
afterEach(async () => {
  await instance.end();
  await on.close();
});

const lock = (name: string, number: number): Promise<unknown> =>
  instance.query(`select ${name}(1510153, ${number})`);

const isTimed = async (): Promise<boolean> =>
  (await on.database.rows(sql`select 1 from service_state where name = 'no-older-build-since'`)).length > 0;

it('older builds do not end while one serves or any starts', async () => {
  await on.database.rows(sql`update migrations set ends_older = false where name = '0113-merkle-trees.sql'`);
  // As an instance of an older build serves.
  await lock('pg_advisory_lock_shared', 3);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await isTimed()).toBe(false);
  // As one of this build does: it does not count.
  await lock('pg_advisory_lock_shared', 4);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await isTimed()).toBe(true);
  // An older one beside it: what was waited for begins anew.
  await lock('pg_advisory_unlock_shared', 4);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await isTimed()).toBe(false);
  await lock('pg_advisory_unlock_shared', 3);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  // As any build starts: which one is not known yet.
  await lock('pg_advisory_lock', 1);
  expect(await endOlderBuilds(on.database, 0)).toBe(false);
  expect(await isTimed()).toBe(true);
  await lock('pg_advisory_unlock', 1);
  expect(await endOlderBuilds(on.database, 0)).toBe(true);
});
