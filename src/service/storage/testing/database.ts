import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, prepareEmptyDataDir } from '../database.ts';
import type { Database } from '../database.ts';

let prepared: Promise<Blob> | undefined;

/**
 * An empty, migrated database for one test file. In memory; with `TESTIGO_TEST_DATABASE_URL` a database of its
 * own on that server, dropped when it is closed.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TESTIGO_TEST_DATABASE_URL;
  if (server) return openOnServer(server);
  prepared ??= prepareEmptyDataDir();
  return openDatabase({ prepared: await prepared });
}

async function openOnServer(server: string): Promise<Database> {
  const name = `testigo_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await administer(server, `create database ${name} template template0`);
  const database = await openDatabase({ databaseUrl: url.href });
  return {
    ...database,
    async close() {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
