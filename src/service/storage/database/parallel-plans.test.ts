import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, administer } from '../testing/template-database.ts';
import { openDatabase } from './database.ts';
import { sql } from './sql.ts';

// On PostgreSQL alone.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';
const name = `testigo_parallel_${randomBytes(6).toString('hex')}`;
beforeAll(() => administer(server, `create database ${name} template template0`));
afterAll(() => administer(server, `drop database if exists ${name} with (force)`));

/** The plan for counting a table, with parallel workers that cost nothing. */
async function planOf(statementTimeoutMs: number): Promise<string> {
  const database = await openDatabase({
    databaseUrl: addressOf(server, name).href,
    postgresql: { statementTimeoutMs, poolSize: 1 },
    migrations: [],
  });
  try {
    await database.script(`create table if not exists counted as select n, n % 900 as day from generate_series(1, 50000) n;
      analyze counted; set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0`);
    return JSON.stringify(await database.rows(sql`explain select day, count(*) from counted group by day`));
  } finally {
    await database.close();
  }
}

it('statements with a time limit use no parallel workers, and those of commands may use them', async () => {
  expect(await planOf(60_000)).not.toContain('Gather');
  expect(await planOf(0)).toContain('Gather');
});
