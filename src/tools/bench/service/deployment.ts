import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { startService } from '../../../../e2e/service.ts';
import type { RunningService } from '../../../../e2e/service.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import type { Database } from '#service/storage/database/database.ts';
import { startS3Server } from '#service/storage/testing/s3-server.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';
import { startRoundRobin } from './processes.ts';

/** The service as the load meets it: one process, or several of one PostgreSQL database behind a proxy. */
export interface Deployment {
  /** Where clients go. */
  readonly origin: string;
  /** Of every process. */
  origins(): readonly string[];
  /** `kill -9` of all, and a new start. */
  killAndStart(): Promise<void>;
  /** Its database, once no process has it. */
  openStopped(): Promise<Database>;
  close(): Promise<void>;
}

export interface DeploymentOptions {
  /** A PostgreSQL server, on which a database of its own is made; the embedded database without it. */
  readonly server: string | undefined;
  /** How many processes; several need a server. */
  readonly instances: number;
  /** Requests a minute of one key; 0: as many as come. */
  readonly rate?: number;
}

export async function startDeployment({
  server,
  instances,
  rate = 6000,
}: DeploymentOptions): Promise<Deployment> {
  if (instances > 1 && server === undefined)
    throw new Error('Several instances need PostgreSQL: one process has the embedded database.');
  const folder = await mkdtemp(join(tmpdir(), 'testigo-load-'));
  const name = `testigo_load_${randomBytes(6).toString('hex')}`;
  if (server !== undefined) await administer(server, `create database ${name} template template0`);
  const databaseUrl = server === undefined ? undefined : addressOf(server, name).href;
  const proxy = instances > 1 ? await startRoundRobin() : undefined;
  const documents = instances > 1 ? await startS3Server() : undefined;
  const environment = {
    // Unless set otherwise the limit of requests is the usual one: every client has a key of its own, as every program should.
    TESTIGO_RATE: String(rate),
    TESTIGO_LOG: 'error',
    // On PostgreSQL it is off unless written.
    TESTIGO_SANDBOX: '1',
    DATABASE_URL: databaseUrl ?? '',
    ...(proxy && { TESTIGO_HOSTS: `127.0.0.1:${proxy.port}` }),
    ...documents?.settings,
  };
  const folderOf = (index: number): string => join(folder, String(index));
  let running: RunningService[] = [];
  const start = async (): Promise<void> => {
    running = [];
    for (let index = 0; index < instances; index += 1) {
      await mkdir(folderOf(index), { recursive: true });
      // All open what one of them sealed.
      if (index > 0) await copyFile(join(folderOf(0), 'secret'), join(folderOf(index), 'secret'));
      running.push(await startService(environment, folderOf(index)));
    }
    proxy?.setOrigins(origins());
  };
  const origins = (): string[] => running.map(({ origin }) => origin);
  const stop = async (signal?: NodeJS.Signals): Promise<void> => {
    await Promise.all(running.map((service) => service.stop(signal)));
  };
  await start();
  return {
    get origin() {
      return proxy ? `http://127.0.0.1:${proxy.port}` : (origins()[0] ?? '');
    },
    origins,
    async killAndStart() {
      await stop('SIGKILL');
      await start();
    },
    async openStopped() {
      await stop();
      return openDatabase(databaseUrl === undefined ? { dataFolder: folderOf(0) } : { databaseUrl });
    },
    async close() {
      await stop();
      proxy?.close();
      await documents?.close();
      if (server !== undefined) await administer(server, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
