import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../http/monitoring/log.ts';
import { readSettings } from '../../settings.ts';
import { openObjectStore } from '../../storage/objects/objects.ts';
import { startS3Server } from '../../storage/testing/s3-server.ts';
import type { S3Server } from '../../storage/testing/s3-server.ts';
import { checkAtStart, storeOnceChecked } from './store-checks.ts';
import type { StoreChecks } from './store-checks.ts';

// A start beside an object store that is away, until the store is back.

const direct = { TESTIGO_S3_DIRECT: '', TESTIGO_PUBLIC_URL: 'https://testigo.example.com' };
const document = { size: 3, md5: '0'.repeat(32), sha256: '0'.repeat(64) };
let folder: string;
const servers: S3Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-store-checks-'));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Start {
  readonly server: S3Server;
  readonly checks: StoreChecks;
  /** Messages of the log. */
  readonly lines: string[];
  /** What a document is answered: to an upload through the service, and to one into the store itself. */
  store(): Promise<string[]>;
}

async function startAway(
  about: Record<string, string> = {},
  options: Parameters<typeof startS3Server>[0] = {},
  pace?: number,
): Promise<Start> {
  const server = await startS3Server(options);
  servers.push(server);
  server.fail({ status: 503, code: 'SlowDown' });
  const { s3 } = readSettings({
    ...server.settings,
    ...direct,
    TESTIGO_S3_DIRECT: server.endpoint,
    ...about,
  });
  const lines: string[] = [];
  const log = createLog('info', {
    write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  const checks = await checkAtStart(s3!, log, pace);
  const objects = storeOnceChecked(await openObjectStore(await mkdtemp(join(folder, 'data-')), s3), checks);
  const attempt = (work: () => Promise<unknown>): Promise<string> =>
    work().then(
      () => 'stored',
      (error: unknown) => String(error),
    );
  return {
    server,
    checks,
    lines,
    store: () =>
      Promise.all([
        attempt(async () => {
          const staged = await objects.stage(new Blob(['abc']).stream(), 100);
          await staged.keep('a/key');
        }),
        attempt(async () => objects.direct?.sign('another/key', document, 60)),
      ]),
  };
}

const refused = 'StorageUnavailable: The store of documents has not passed the checks of the start.';

it('ST-54 nothing is stored before the checks of the start have passed, once', async () => {
  const { server, checks, lines, store } = await startAway();
  expect([checks.hasPassed(), lines]).toEqual([
    false,
    [expect.stringMatching(/^TESTIGO_S3_ENDPOINT: what is there answers 503 .* repeated until/)],
  ]);
  expect(await checks.repeat()).toBe(false);
  expect(await store()).toEqual([refused, refused]);
  server.fail(undefined);
  // A store that works takes nothing either until it was looked at.
  expect(await store()).toEqual([refused, refused]);
  expect(server.objects.size).toBe(0);
  expect(await checks.repeat()).toBe(true);
  expect(await store()).toEqual(['stored', 'stored']);
  expect(lines[1]).toBe('the object store passes the checks of the start');
  const before = server.requests.length;
  server.fail({ status: 503, code: 'SlowDown' });
  expect(await checks.repeat()).toBe(true);
  expect(server.requests.length).toBe(before);
});

it.each([
  [
    'encrypts nothing',
    { TESTIGO_S3_ENCRYPTION: 'AES256' },
    { ignoresEncryption: true },
    /TESTIGO_S3_ENCRYPTION/,
  ],
  ['locks nothing', { TESTIGO_S3_LOCK: 'COMPLIANCE', TESTIGO_S3_LOCK_DAYS: '1' }, {}, /TESTIGO_S3_LOCK/],
] as const)(
  'ST-54 a store that comes back and %s takes no document, and the log says why once',
  async (_, about, options, why) => {
    const { server, checks, lines, store } = await startAway(about, options, 50);
    server.fail(undefined);
    await vi.waitFor(async () => {
      const before = server.requests.length;
      expect(await checks.repeat()).toBe(false);
      expect(server.requests.length).toBeGreaterThan(before);
      expect(lines).toHaveLength(2);
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await checks.repeat()).toBe(false);
    expect(await store()).toEqual([refused, refused]);
    expect(lines).toEqual([expect.any(String), expect.stringMatching(why)]);
    expect(server.objects.size).toBe(0);
  },
);

it('ST-54 a refusal is not repeated at once', async () => {
  const { server, checks } = await startAway();
  server.fail({ status: 403, code: 'AccessDenied' });
  expect(await checks.repeat()).toBe(false);
  const before = server.requests.length;
  server.fail(undefined);
  expect(await checks.repeat()).toBe(false);
  expect(server.requests.length).toBe(before);
});

it('ST-54 a store that is silent, or not there, is away', async () => {
  const silent = await startS3Server();
  servers.push(silent);
  const goOn = silent.stall();
  for (const endpoint of ['http://127.0.0.1:9', silent.endpoint]) {
    const { s3 } = readSettings({
      ...silent.settings,
      TESTIGO_S3_ENDPOINT: endpoint,
      TESTIGO_S3_CONNECT_TIMEOUT: '1',
    });
    const checks = await checkAtStart(s3!, createLog('silent'));
    expect([endpoint, checks.hasPassed()]).toEqual([endpoint, false]);
  }
  goOn();
});
