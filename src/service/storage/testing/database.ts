import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase, prepareEmptyDataDir } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import type { FreeBytes } from '../space.ts';
import type { SqlEngine } from '../database/sql-engine.ts';
import { openWorkerEngine } from '../database/worker-engine.ts';
import { addressOf, administer } from './template-database.ts';

let emptyDataDir: Promise<Blob> | undefined;

/** One for all test files of a worker. It takes longer to make than most files take to run. */
const prepare = (): Promise<Blob> => (emptyDataDir ??= prepareEmptyDataDir(undefined, 'none'));

/**
 * An empty, migrated database for one test file. In memory; with `TESTIGO_TEST_DATABASE_URL` a database of its
 * own on that server, dropped when it is closed.
 */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TESTIGO_TEST_DATABASE_URL;
  if (server) return openOnServer(server);
  return openDatabase({ prepared: await prepare() });
}

/** An embedded database in a folder, on a disk with the given free space. */
export async function openDatabaseOnDisk(dataFolder: string, freeBytes: FreeBytes): Promise<Database> {
  return openDatabase({ dataFolder, freeBytes, prepared: await prepare() });
}

/** A database that a test takes away, in the middle of whatever it does, and gives back. */
export interface LosableDatabase {
  readonly database: Database;
  lose(): Promise<void>;
  restore(): Promise<void>;
}

/** On the server the line to it is cut; of the embedded one the thread ends, and cannot be started. */
export function openLosableDatabase(): Promise<LosableDatabase> {
  const server = process.env.TESTIGO_TEST_DATABASE_URL;
  return server ? losableOnServer(server) : losableEmbedded();
}

async function losableEmbedded(): Promise<LosableDatabase> {
  const prepared = await prepare();
  const folder = await mkdtemp(join(tmpdir(), 'testigo-losable-'));
  let engine: SqlEngine | undefined;
  let lost = false;
  const database = await openDatabase({
    dataFolder: folder,
    prepared,
    async openEngine(source) {
      if (lost) throw new Error('The engine cannot be opened.');
      engine = await openWorkerEngine(source);
      return engine;
    },
  });
  return {
    database: {
      ...database,
      async close() {
        await database.close();
        await rm(folder, { recursive: true, force: true });
      },
    },
    async lose() {
      lost = true;
      await engine?.discard();
    },
    async restore() {
      lost = false;
    },
  };
}

async function losableOnServer(server: string): Promise<LosableDatabase> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  let lost = false;
  const line = createServer((near) => {
    if (lost) {
      near.destroy();
      return;
    }
    const far = connect({ host: hostname, port: Number(port || 5432) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port: linePort } = line.address() as AddressInfo; // TCP, so it has one
  const through = (url: URL): string => {
    url.host = `127.0.0.1:${linePort}`;
    return url.href;
  };
  const database = await openOnServer(server, through);
  return {
    database: {
      ...database,
      async close() {
        await database.close();
        line.close();
      },
    },
    async lose() {
      lost = true;
      for (const socket of open) socket.destroy();
    },
    async restore() {
      lost = false;
    },
  };
}

/** @param through the address by which the new database is reached */
async function openOnServer(server: string, through = (url: URL): string => url.href): Promise<Database> {
  const name = `testigo_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${inject('templateDatabase') ?? 'template0'}`);
  const database = await openDatabase({ databaseUrl: through(addressOf(server, name)) });
  return {
    ...database,
    async close() {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}
