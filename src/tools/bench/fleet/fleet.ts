import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../../../e2e/service.ts';
import type { RunningService } from '../../../../e2e/service.ts';
import { openDatabase } from '#service/storage/database/database.ts';
import type { Database } from '#service/storage/database/database.ts';
import { startS3Server } from '#service/storage/testing/s3-server.ts';
import type { S3Server } from '#service/storage/testing/s3-server.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';
import type { PostgresqlServer } from '../service/postgresql.ts';
import { startNginx } from './nginx.ts';

/** Web instances behind the proxy of the deployment and workers, on one PostgreSQL server and one object store. */
export interface Fleet {
  /** Of the proxy. */
  readonly origin: string;
  readonly webs: readonly Instance[];
  readonly workers: readonly Instance[];
  readonly objects: S3Server;
  /** Settings of all instances. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its database, once no instance has it. */
  openStopped(): Promise<Database>;
  close(): Promise<void>;
}

/** One process of the service, which keeps its port when it is started again. */
export interface Instance {
  readonly origin: string;
  /** @param build folder of the build that runs from now on; without it the one before */
  start(build?: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface FleetOptions {
  readonly server: PostgresqlServer;
  readonly webs: number;
  readonly workers: number;
  /** Folder of the build that all run at first, from the root of the repository. */
  readonly build?: string;
}

export async function startFleet({ server, webs, workers, build = 'dist' }: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-fleet-'));
  const name = `testigo_fleet_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${name} template template0`);
  const databaseUrl = addressOf(server.url, name).href;
  const objects = await startS3Server();
  const [proxyPort = 0, ...ports] = await freePorts(1 + webs + workers);
  const origin = `http://127.0.0.1:${proxyPort}`;
  const environment = {
    DATABASE_URL: databaseUrl,
    TESTIGO_SECRET: randomBytes(32).toString('hex'),
    TESTIGO_PUBLIC_URL: origin,
    TESTIGO_HOSTS: `127.0.0.1:${proxyPort}`,
    TESTIGO_TRUSTED_PROXY: '127.0.0.1',
    TESTIGO_SANDBOX: 'open',
    TESTIGO_LOG: 'error',
    TESTIGO_DRAIN: '5',
    TESTIGO_CONNECTIONS_PER_ADDRESS: '0',
    ...objects.settings,
  };
  const instances = await Promise.all(
    ports.map(async (port, index) => {
      const data = join(folder, String(index));
      await mkdir(data);
      return instanceOf(
        { ...environment, PORT: String(port), TESTIGO_ROLES: index < webs ? 'web' : 'worker' },
        data,
        port,
      );
    }),
  );
  // All at once, on an empty database: one of them makes the tables and the demo.
  await Promise.all(instances.map((instance) => instance.start(build)));
  const proxy = await startNginx(proxyPort, ports.slice(0, webs));
  const stopAll = (): Promise<unknown> => Promise.all(instances.map((instance) => instance.stop()));
  return {
    origin,
    webs: instances.slice(0, webs),
    workers: instances.slice(webs),
    objects,
    environment,
    async openStopped() {
      await stopAll();
      return openDatabase({ databaseUrl });
    },
    async close() {
      await stopAll();
      await proxy.stop();
      await objects.close();
      await administer(server.url, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function instanceOf(environment: Readonly<Record<string, string>>, data: string, port: number): Instance {
  let running: RunningService | undefined;
  let build = 'dist';
  return {
    origin: `http://127.0.0.1:${port}`,
    async start(other = build) {
      build = other;
      running = await startService(environment, data, build);
    },
    async stop(signal) {
      await running?.stop(signal);
      running = undefined;
    },
  };
}

/** Ports that nothing listens on, held together until all are known. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // TCP, so it has one
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
