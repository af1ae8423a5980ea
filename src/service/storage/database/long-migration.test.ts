import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, administer } from '../testing/template-database.ts';
import { openDatabase } from './database.ts';
import { sql } from './sql.ts';

// On PostgreSQL alone: the embedded database has no time limit for a statement, and no pool.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';
const name = `testigo_migration_${randomBytes(6).toString('hex')}`;
beforeAll(() => administer(server, `create database ${name} template template0`));
afterAll(() => administer(server, `drop database if exists ${name} with (force)`));

it('a migration takes as long as it takes, and statements after it have their limit', async () => {
  const database = await openDatabase({
    databaseUrl: addressOf(server, name).href,
    postgresql: { statementTimeoutMs: 1_000 },
    migrations: [{ name: '0001-long.sql', checksum: '', text: 'select pg_sleep(2.5)' }],
  });
  try {
    await expect(database.rows(sql`select pg_sleep(2.5)`)).rejects.toMatchObject({ store: 'database' });
  } finally {
    await database.close();
  }
});

it('a statement waits for a connection of the pool as long as it may', async () => {
  const database = await openDatabase({
    databaseUrl: addressOf(server, name).href,
    postgresql: { poolSize: 2, connectTimeoutMs: 300 },
    migrations: [],
  });
  try {
    const busy = [1, 2].map(() => database.rows(sql`select pg_sleep(1.5)`));
    await expect(database.rows(sql`select 1`)).rejects.toMatchObject({ store: 'database', why: 'lost' });
    await Promise.all(busy);
    expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});
