import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './storage/database/database.ts';
import { sql } from './storage/database/sql.ts';
import { startS3Server } from './storage/testing/s3-server.ts';
import type { S3Server } from './storage/testing/s3-server.ts';
import { addressOf, administer } from './storage/testing/template-database.ts';

// Real processes on one PostgreSQL database, which the embedded one cannot serve.

const server = process.env.TESTIGO_TEST_DATABASE_URL ?? '';

interface Instance {
  readonly process: ChildProcess;
  /** Empty until it is ready. */
  readonly origin: string;
  output(): string;
  readonly ended: Promise<number | null>;
}

interface Session {
  readonly organizations: readonly { readonly id: string; readonly apiKey: string }[];
}

/** Milliseconds: three processes compile the sources and seed a demo, on a machine that may do other work. */
const patience = 300_000;

describe('several instances on PostgreSQL', () => {
  const withoutStore = {
    TESTIGO_S3_BUCKET: '',
    TESTIGO_S3_ENDPOINT: '',
    TESTIGO_S3_REGION: '',
    TESTIGO_S3_ACCESS_KEY_ID: '',
    TESTIGO_S3_SECRET_ACCESS_KEY: '',
    TESTIGO_S3_FORCE_PATH_STYLE: '',
  };
  const secret = randomBytes(32).toString('hex');
  const name = `testigo_instances_${randomBytes(6).toString('hex')}`;
  const instances: Instance[] = [];
  let folder: string;
  let documents: S3Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'testigo-instances-'));
    documents = await startS3Server();
    await administer(server, `create database ${name} template template0`);
  });
  afterAll(async () => {
    for (const { process } of instances) process.kill('SIGKILL');
    await Promise.all(instances.map(({ ended }) => ended));
    await documents.close();
    await administer(server, `drop database if exists ${name} with (force)`);
    await rm(folder, { recursive: true, force: true });
  });

  function launch(environment: Readonly<Record<string, string>> = {}): Instance {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        PORT: '0',
        TESTIGO_DATA: join(folder, String(instances.length)),
        TESTIGO_SANDBOX: '1',
        TESTIGO_SECRET: secret,
        TESTIGO_DRAIN: '0',
        TESTIGO_LOG: 'error',
        DATABASE_URL: addressOf(server, name).href,
        ...documents.settings,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const instance: Instance = {
      process: child,
      output: () => output,
      ended: new Promise((resolve) => child.once('close', resolve)),
      get origin() {
        return /is ready on (http:\S+)/.exec(output)?.[1] ?? '';
      },
    };
    instances.push(instance);
    return instance;
  }

  const untilReady = async (...started: readonly Instance[]): Promise<void> => {
    await vi.waitFor(
      () => {
        for (const { origin, process, output } of started)
          if (origin === '') throw new Error(`${process.exitCode ?? 'starting'}: ${output()}`);
      },
      { timeout: patience, interval: 100 },
    );
  };
  const read = async <T>({ origin }: Instance, path: string): Promise<T> =>
    (await (await fetch(origin + path)).json()) as T;
  const send = (to: Instance, method: string, path: string, body: unknown, key?: string): Promise<Response> =>
    fetch(to.origin + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    });

  it(
    'ST-48 ST-49 ST-45 three that start at once seed one demo and share clock, faults and work',
    async () => {
      const [first, second, worker] = [
        launch({ TESTIGO_ROLES: 'web' }),
        launch({ TESTIGO_ROLES: 'web', TESTIGO_DRAIN: '3' }),
        launch({ TESTIGO_ROLES: 'worker' }),
      ] as const;
      await untilReady(first, second, worker);
      const session = await read<Session>(first, '/sandbox/session');
      expect(await read(second, '/sandbox/session')).toEqual(session);
      expect((await fetch(`${worker.origin}/sandbox/session`)).status).toBe(404);
      const database = await openDatabase({ databaseUrl: addressOf(server, name).href });
      const [seeds] = await database.rows(
        sql`select count(*) as count from service_state where name in ('seed', 'secret')`,
      );
      await database.close();
      expect(seeds).toEqual({ count: 2 });
      const metrics = await (await fetch(`${worker.origin}/metrics`)).text();
      expect(metrics).toContain('testigo_instances 3');
      expect(metrics).toContain('testigo_role{role="web"} 0');

      // The clock.
      await send(first, 'POST', '/sandbox/clock', { advance: 86_400 });
      const [{ now }, { now: other }] = await Promise.all([
        read<{ now: string }>(first, '/sandbox/clock'),
        read<{ now: string }>(second, '/sandbox/clock'),
      ]);
      expect(Math.abs(Date.parse(now) - Date.parse(other))).toBeLessThan(60_000);

      // Work that one instance takes in and another does.
      const { id: organization, apiKey } = session.organizations[0] ?? { id: '', apiKey: '' };
      const hash = createHash('sha256').update(randomBytes(8)).digest('hex');
      const input = { hash, algorithm: 'SHA256', organization };
      const created = await send(first, 'POST', '/rest/v1/witness', { input }, apiKey);
      expect(created.status).toBe(200);
      const headers = { authorization: `Bearer ${apiKey}` };
      await vi.waitFor(
        async () => {
          const found = await fetch(`${second.origin}/rest/v1/witness?hash=${hash}`, { headers });
          expect(await found.json()).toMatchObject({ timestampedAt: expect.any(String) as string });
        },
        { timeout: 60_000, interval: 200 },
      );

      // Faults: both have the rule, and it is used up once.
      const faults = [{ operation: 'listWitnesses', fault: '503', rate: 1, times: 1 }];
      expect((await send(first, 'PUT', '/sandbox/faults', { faults })).status).toBe(200);
      await vi.waitFor(async () => {
        expect(await read(second, '/sandbox/faults')).toMatchObject({ faults });
      });
      const statuses = await Promise.all(
        [first, second, first, second].map(
          async ({ origin }) => (await fetch(`${origin}/rest/v1/witnesses`, { headers })).status,
        ),
      );
      expect(statuses.toSorted()).toEqual([200, 200, 200, 503]);
      await fetch(`${second.origin}/sandbox/faults`, { method: 'DELETE' });

      // ST-46: the second one is drained, and an instance with another secret takes nobody's place.
      second.process.kill('SIGTERM');
      await vi.waitFor(async () => expect((await fetch(`${second.origin}/readyz`)).status).toBe(503));
      const answer = await fetch(`${second.origin}/rest/v1/witnesses`, { headers });
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
      expect(await second.ended).toBe(0);
      await expect(fetch(`${second.origin}/livez`)).rejects.toThrow('fetch failed');
    },
    2 * patience,
  );

  it(
    'ST-48 ST-46 one with another secret, and one without an object store beside others, do not start',
    async () => {
      const [otherSecret, alone] = [
        launch({ TESTIGO_SECRET: randomBytes(32).toString('hex') }),
        launch(withoutStore),
      ];
      expect(await Promise.all([otherSecret.ended, alone.ended])).toEqual([1, 1]);
      expect(otherSecret.output()).toMatch(
        /^TESTIGO_SECRET: this database was opened with another secret[^\n]*\.\n$/,
      );
      expect(alone.output()).toMatch(/^TESTIGO_S3_BUCKET: another instance serves this database[^\n]*\.\n$/);
    },
    patience,
  );

  it(
    'ST-48 one without an object store starts where it is alone, with a warning',
    async () => {
      for (const { process } of instances) process.kill('SIGKILL');
      await Promise.all(instances.map(({ ended }) => ended));
      const alone = launch({ ...withoutStore, TESTIGO_LOG: 'warn' });
      await untilReady(alone);
      expect(alone.output()).toContain('TESTIGO_S3_BUCKET is absent: documents lie in the data folder');
      alone.process.kill('SIGTERM');
      expect(await alone.ended).toBe(0);
    },
    patience,
  );
});
