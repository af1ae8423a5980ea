/**
 * How long PostgreSQL takes to erase an organization beside another's lists, and to plan a list of witnesses in so many
 * partitions.
 *
 *     npm run bench -- erase [1000 100000 …]
 *
 * Prints, for each number of requests, the seconds of an erasure and how long another organization's first page took in
 * the meantime; then the median time to plan that page for tables of one, 6 and 38 partitions.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eraseOrganization } from '#service/removal/erase-organization.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import type { Database } from '#service/storage/database/database.ts';
import { sql } from '#service/storage/database/sql.ts';
import type { Sql } from '#service/storage/database/sql.ts';
import { openStoredObjects } from '#service/storage/objects/objects.ts';
import { monthAfter, partitionWitnesses } from '#service/storage/tables/witness-partitions.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';
import { fill } from './scale/fill.ts';
import { line } from './service/recorded-writes.ts';
import { startPostgresql } from './service/postgresql.ts';

const sizes = (process.argv.length > 2 ? process.argv.slice(2) : ['1000', '100000']).map(Number);
if (!sizes.every((size) => size > 0)) throw new Error('expected whole numbers above 0');

const server = await startPostgresql();
const folder = await mkdtemp(join(tmpdir(), 'testigo-erase-'));
try {
  for (const requests of sizes) await withDatabase((database) => measureErasure(database, requests));
  for (const months of [undefined, -1, -33]) await withDatabase((database) => measurePlans(database, months));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function withDatabase(measure: (database: Database) => Promise<void>): Promise<void> {
  const name = `testigo_erase_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${name} template template0`);
  const databaseUrl = addressOf(server.url, name).href;
  const database = await openDatabase({ databaseUrl });
  try {
    await measure(database);
  } finally {
    await database.close();
  }
}

async function addOrganization(database: Database, name: string): Promise<string> {
  const id = randomBytes(12).toString('hex');
  await database.rows(sql`insert into organizations (id, name, search_name, quota_id, created_at, updated_at)
    values (${id}, ${name}, ${name}, ${id}, now(), now())`);
  return id;
}

function firstPage(organization: string): Sql {
  return sql`select w.id from witnesses w where w.organization_id = ${organization} order by w.created_at desc, w.id desc limit 25`;
}

async function measureErasure(database: Database, requests: number): Promise<void> {
  const [organization, otherOrganization] = [
    await addOrganization(database, 'Erased'),
    await addOrganization(database, 'Other'),
  ];
  // Four of five requests are the first one's, and 17 of 20 have three witnesses.
  const signer = 'f'.padEnd(24, '0');
  await fill(database, { organization, otherOrganization, signer }, 0, Math.round(requests * 1.25 * 2.65));
  const objects = await openStoredObjects(folder, undefined);
  const times: number[] = [];
  const ended = new AbortController();
  const lists = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now();
      await database.rows(firstPage(otherOrganization));
      times.push(performance.now() - began);
      await sleep(20);
    }
  })();
  const began = performance.now();
  const erased = await eraseOrganization({ database, objects, now: () => new Date() }, organization);
  const seconds = (performance.now() - began) / 1000;
  ended.abort();
  await lists;
  console.log(
    `${erased.requests.toLocaleString('en')} requests, ${erased.invites.toLocaleString('en')} invites, ` +
      `${erased.witnesses.toLocaleString('en')} witnesses, ${erased.bytes.toLocaleString('en')} documents erased in ${seconds.toFixed(1)} s`,
  );
  console.log(`  ${line("another's first page meanwhile", times)}`);
}

async function measurePlans(database: Database, months: number | undefined): Promise<void> {
  const now = new Date();
  if (months !== undefined) await partitionWitnesses(database, monthAfter(now, months), now);
  const [count] = await database.rows<{ count: number }>(
    sql`select count(*) as count from pg_inherits where inhparent = 'witnesses'::regclass`,
  );
  const times: number[] = [];
  for (let run = 0; run < 50; run += 1) {
    const plan = await database.rows<{ 'QUERY PLAN': { 'Planning Time': number }[] }>(
      sql`explain (summary, format json) ${firstPage('0')}`,
    );
    times.push(plan[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? NaN);
  }
  const median = times.toSorted((a, b) => a - b)[25] ?? NaN;
  console.log(
    `  first page of witnesses in ${count?.count ?? 0} partitions: planned in ${median.toFixed(1)} ms`,
  );
}
