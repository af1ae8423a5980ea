import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../../../e2e/service.ts';
import type { RunningService } from '../../../../e2e/service.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import type { Database } from '#service/storage/database/database.ts';
import { startS3Server } from '#service/storage/testing/s3-server.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';

/** Workers of one PostgreSQL database, with authorities outside. */
export interface WorkerPool {
  readonly workers: readonly RunningService[];
  /** The database, which the workers use meanwhile. */
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * @param server address of a PostgreSQL server, on which a database of its own is made
 * @param authorities settings by which the workers find them
 */
export async function startWorkerPool(
  server: string,
  count: number,
  authorities: Readonly<Record<string, string>>,
): Promise<WorkerPool> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-workers-'));
  const name = `testigo_workers_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template template0`);
  const databaseUrl = addressOf(server, name).href;
  const documents = await startS3Server();
  const environment = {
    ...authorities,
    ...documents.settings,
    DATABASE_URL: databaseUrl,
    TESTIGO_SECRET: randomBytes(32).toString('hex'),
    TESTIGO_ROLES: 'worker',
    TESTIGO_DRAIN: '0',
    TESTIGO_LOG: 'error',
  };
  const workers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const data = join(folder, String(index));
      await mkdir(data);
      return startService(environment, data);
    }),
  );
  const database = await openDatabase({ databaseUrl });
  return {
    workers,
    database,
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await database.close();
      await documents.close();
      await administer(server, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
