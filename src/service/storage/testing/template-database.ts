import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database/database.ts';
import { partitionWitnesses } from '../tables/witness-partitions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of an empty, migrated database on the server of `TESTIGO_TEST_DATABASE_URL`. */
    templateDatabase?: string;
  }
}

/** Runs one statement on the server, outside of any test database. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
export function addressOf(server: string, name: string): URL {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
}

/**
 * Global setup of the service tests: copying a migrated database is quicker than migrating each. With
 * `TESTIGO_TEST_PARTITIONED` their witnesses lie in partitions by month.
 */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TESTIGO_TEST_DATABASE_URL;
  if (!server) return undefined;
  const name = `testigo_template_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template template0`);
  const database = await openDatabase({ databaseUrl: addressOf(server, name).href });
  if (process.env.TESTIGO_TEST_PARTITIONED)
    await partitionWitnesses(database, '2026-11-01', new Date('2026-11-20T12:00:00Z'));
  await database.close();
  provide('templateDatabase', name);
  return () => administer(server, `drop database if exists ${name} with (force)`);
}
