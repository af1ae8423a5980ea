import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { sql } from '../storage/database/sql.ts';
import { addressOf, administer } from '../storage/testing/template-database.ts';
import { openLocked } from './open-database.ts';

// On PostgreSQL alone: the embedded database has no time limit for a statement.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';
const name = `testigo_command_${randomBytes(6).toString('hex')}`;
beforeAll(() => administer(server, `create database ${name} template template0`));
afterAll(() => administer(server, `drop database if exists ${name} with (force)`));

it('a statement of a command takes as long as it takes', async () => {
  const settings = readSettings({
    DATABASE_URL: addressOf(server, name).href,
    TESTIGO_STATEMENT_TIMEOUT: '1',
  });
  const { database, close } = await openLocked(settings);
  try {
    expect(await database.rows(sql`select 1 as one from pg_sleep(2.5)`)).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});
