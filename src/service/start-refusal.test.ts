import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentMillis } from '#clock/clock.ts';
import { createLog } from './http/monitoring/log.ts';
import { readSettings } from './settings.ts';
import { SettingsError } from './settings/read-setting.ts';
import type { Settings } from './settings.ts';
import { startCore } from './start.ts';
import { checkObjectStore } from './storage/objects/check-objects.ts';
import { bucket, startS3Server } from './storage/testing/s3-server.ts';
import type { S3Server } from './storage/testing/s3-server.ts';

// The real process, from the sources, with a setting that cannot be used: what it says, and how soon it ends.

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
/** Takes connections and says nothing, or speaks another protocol. */
const servers: Server[] = [];
let silent: number;
let foreign: number;
let objects: S3Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-refusal-'));
  silent = await listen(undefined);
  foreign = await listen('HTTP/1.1 400 Bad Request\r\n\r\n');
  objects = await startS3Server();
});
afterAll(async () => {
  for (const server of servers) server.close();
  await objects.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that takes connections and answers the first bytes, or nothing ever. */
function listen(answer: string | undefined): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (answer !== undefined) socket.once('data', () => socket.end(answer));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** How PostgreSQL refuses a connection (its manual, 55.7: ErrorResponse). */
function postgresqlError(code: string): string {
  const fields = `SFATAL\0C${code}\0Mrefused\0\0`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return `E${length.toString('latin1')}${fields}`;
}

const data = (): Promise<string> => mkdtemp(join(folder, 'data-'));

/** What a start says where it must not succeed: a sentence that names the setting. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const log = createLog('silent');
  const settings = (): Settings =>
    readSettings({ ...environment, TESTIGO_DATA: environment.TESTIGO_DATA ?? folder });
  const began = performance.now();
  try {
    const running = await startCore(settings(), log);
    await running.close();
    return 'It started.';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    expect(performance.now() - began).toBeLessThan(9_000);
    return error.message;
  }
}

async function refuses(environment: Record<string, string>, sentence: RegExp): Promise<void> {
  expect(await refusal({ TESTIGO_DATA: await data(), ...environment })).toMatch(sentence);
}

/** The real process, from the sources: ends with code 1 and says one line. */
async function launch(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, PORT: '0', TESTIGO_DATA: await data(), DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // One that starts after all would go on for ever.
      if (output.includes('is ready on')) child.kill('SIGKILL');
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect([code, output.trimEnd().split('\n')]).toEqual([1, [expect.any(String)]]);
  return output;
}

const store = (about: Record<string, string> = {}): Record<string, string> => ({
  TESTIGO_S3_BUCKET: bucket,
  TESTIGO_S3_ENDPOINT: objects.endpoint,
  TESTIGO_S3_ACCESS_KEY_ID: 'id',
  TESTIGO_S3_SECRET_ACCESS_KEY: 'secret',
  TESTIGO_S3_FORCE_PATH_STYLE: '1',
  ...about,
});

describe('a start with a setting that cannot be used', { timeout: 30_000 }, () => {
  it('ST-40 the process ends with code 1 and one line, without a trace', async () => {
    const broken = await data();
    await writeFile(join(broken, 'secret'), 'short');
    const outputs = await Promise.all([
      launch({ TESTIGO_UPLOAD_MAXX: '5' }),
      launch({ DATABASE_URL: 'postgres://role:hidden@127.0.0.1:9/x' }),
      launch({ TESTIGO_DATA: broken }),
    ]);
    expect(outputs).toEqual([
      'TESTIGO_UPLOAD_MAXX is no setting; the nearest one is TESTIGO_UPLOAD_MAX.\n',
      'DATABASE_URL: nothing listens at that host and port.\n',
      `TESTIGO_DATA: ${broken}/secret holds 5 bytes; expected the 32 that this service wrote.\n`,
    ]);
  }, 90_000);

  it('ST-40 a mistyped setting is refused, and the nearest one is named', async () => {
    await refuses(
      { TESTIGO_UPLOAD_MAXX: '5' },
      /^TESTIGO_UPLOAD_MAXX is no setting; the nearest one is TESTIGO_UPLOAD_MAX\.$/,
    );
  });

  it('ST-40 DATABASE_URL of another scheme', async () => {
    await refuses(
      { DATABASE_URL: 'mysql://role:hidden@127.0.0.1/x' },
      /^DATABASE_URL is no address of PostgreSQL; expected postgres:(?!.*hidden).*\.$/,
    );
  });

  it('ST-40 DATABASE_URL where nothing listens', async () => {
    await refuses(
      { DATABASE_URL: 'postgres://role:hidden@127.0.0.1:9/x' },
      /^DATABASE_URL: nothing listens at that host and port\.$/,
    );
  });

  it('ST-40 DATABASE_URL of a host without an address', async () => {
    await refuses({ DATABASE_URL: 'postgres://role@nowhere.invalid/x' }, /^DATABASE_URL: .*host.*\.$/);
  });

  it('ST-40 DATABASE_URL of what takes a connection and says nothing', async () => {
    await refuses(
      { DATABASE_URL: `postgres://role@127.0.0.1:${silent}/x` },
      /^DATABASE_URL: no PostgreSQL answers there in time\.$/,
    );
  });

  it('ST-40 DATABASE_URL of what is no PostgreSQL', async () => {
    await refuses(
      { DATABASE_URL: `postgres://role@127.0.0.1:${foreign}/x` },
      /^DATABASE_URL: no PostgreSQL answers there in time\.$/,
    );
  });

  it('ST-40 DATABASE_URL of a role, a password or a database that the server refuses', async () => {
    for (const [code, sentence] of [
      ['28P01', /^DATABASE_URL: the server refuses the role or its password\.$/],
      ['28000', /^DATABASE_URL: the server refuses the role\.$/],
      ['3D000', /^DATABASE_URL: the server has no database of that name\.$/],
    ] as const) {
      const port = await listen(postgresqlError(code));
      await refuses({ DATABASE_URL: `postgres://role:hidden@127.0.0.1:${port}/x` }, sentence);
    }
  });

  it('ST-40 an object store that has no such bucket, or refuses the key', async () => {
    objects.fail({ status: 404, code: 'NoSuchBucket' });
    await refuses(store(), /^TESTIGO_S3_BUCKET: the object store has no bucket of that name\.$/);
    objects.fail({ status: 403, code: 'SignatureDoesNotMatch' });
    await refuses(store(), /^TESTIGO_S3_ACCESS_KEY_ID: the object store refuses these credentials/);
    objects.fail(undefined);
    await refuses(
      store({ TESTIGO_S3_ENDPOINT: `http://127.0.0.1:${foreign}` }),
      /^TESTIGO_S3_ENDPOINT: what is there answers 400 to a document\.$/,
    );
  });

  it('ST-54 an object store that fails ends no start: the instance serves the rest, and documents once it is back', async () => {
    const isReached = async (): Promise<boolean | undefined> =>
      (await running.core.health?.())?.reachesDocuments;
    objects.fail({ status: 503, code: 'SlowDown' });
    const environment = { ...store(), TESTIGO_SANDBOX: '0', TESTIGO_DATA: await data() };
    const running = await startCore(readSettings(environment), createLog('silent'));
    try {
      expect([await running.core.ready(), await isReached()]).toEqual([true, false]);
      objects.fail(undefined);
      await vi.waitFor(async () => expect(await isReached()).toBe(true), 30_000);
    } finally {
      objects.fail(undefined);
      await running.close();
    }
  }, 180_000);

  it('ST-40 an object store that neither locks nor encrypts as the settings say', async () => {
    const lock = { TESTIGO_S3_LOCK: 'COMPLIANCE', TESTIGO_S3_LOCK_DAYS: '30' };
    const encryption = { TESTIGO_S3_ENCRYPTION: 'aws:kms', TESTIGO_S3_KMS_KEY: 'alias/absent' };
    await refuses(store(lock), /^TESTIGO_S3_LOCK: the bucket has no object lock; it is given one when/);
    await refuses(
      store(encryption),
      /^TESTIGO_S3_KMS_KEY: the object store has no such key, or may not use it\.$/,
    );
    objects.fail({ status: 501, code: 'NotImplemented' });
    await refuses(
      store({ TESTIGO_S3_ENCRYPTION: 'AES256' }),
      /^TESTIGO_S3_ENCRYPTION: the object store refuses to protect a document so \(NotImplemented\)\.$/,
    );
    objects.fail(undefined);
  });

  it('ST-40 an object store that takes a document and does not encrypt it, or refuses the key as if it were the caller', async () => {
    const careless = await startS3Server({ ignoresEncryption: true });
    try {
      await refuses(
        store({ TESTIGO_S3_ENDPOINT: careless.endpoint, TESTIGO_S3_ENCRYPTION: 'AES256' }),
        /^TESTIGO_S3_ENCRYPTION: the object store took a document and did not encrypt it by AES256\.$/,
      );
    } finally {
      await careless.close();
    }
    objects.fail({ status: 403, code: 'InvalidAccessKeyId' });
    await refuses(
      store({ TESTIGO_S3_ENCRYPTION: 'aws:kms', TESTIGO_S3_KMS_KEY: 'alias/absent' }),
      /^TESTIGO_S3_ACCESS_KEY_ID, TESTIGO_S3_KMS_KEY: the object store refuses these credentials/,
    );
    objects.fail(undefined);
  });

  it('ST-40 a start locks what it tries for an hour, not as long as documents', async () => {
    const locking = await startS3Server({ hasLock: true });
    try {
      const { s3 } = readSettings({
        ...locking.settings,
        TESTIGO_S3_LOCK: 'COMPLIANCE',
        TESTIGO_S3_LOCK_DAYS: '3650',
      });
      if (s3) await checkObjectStore(s3);
      const [headers] = locking.headers.values();
      const until = Date.parse(String(headers?.['x-amz-object-lock-retain-until-date']));
      expect(until - currentMillis()).toBeLessThanOrEqual(3_600_000);
      expect([...locking.objects.keys()]).toEqual([]);
    } finally {
      await locking.close();
    }
  });

  it('ST-40 settings of an object store of which a part is missing', async () => {
    await refuses(
      store({ TESTIGO_S3_BUCKET: '' }),
      /^TESTIGO_S3_ENDPOINT is set without TESTIGO_S3_BUCKET\.$/,
    );
    await refuses(
      store({ TESTIGO_S3_SECRET_ACCESS_KEY: '' }),
      /^TESTIGO_S3_ACCESS_KEY_ID and TESTIGO_S3_SECRET_ACCESS_KEY are set together or not at all\.$/,
    );
    await refuses(
      store({ TESTIGO_S3_ENDPOINT: 'store.example' }),
      /^TESTIGO_S3_ENDPOINT is no http or https address without credentials\.$/,
    );
  });

  it('ST-40 a data folder that is a file, or that nothing can be written to', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await refuses({ TESTIGO_DATA: file }, /^TESTIGO_DATA: the folder \S+file cannot be read and written/);
    await refuses({ TESTIGO_DATA: join(file, 'below') }, /^TESTIGO_DATA: the folder \S+ cannot be read/);
    // The kernel's own folder, in which nobody makes another.
    await refuses({ TESTIGO_DATA: '/sys/testigo' }, /^TESTIGO_DATA: the folder \S+ cannot be read/);
  });

  it('ST-40 a secret that is no secret, or is missing beside its database', async () => {
    const own = await data();
    await writeFile(join(own, 'secret'), 'short');
    await refuses({ TESTIGO_DATA: own }, /^TESTIGO_DATA: \S+secret holds 5 bytes; expected the 32/);
    await rm(join(own, 'secret'));
    await mkdir(join(own, 'secret'));
    await refuses({ TESTIGO_DATA: own }, /^TESTIGO_DATA: \S+secret cannot be read \(EISDIR\)\.$/);
    await rm(join(own, 'secret'), { recursive: true });
    await mkdir(join(own, 'database'));
    await writeFile(join(own, 'database', 'PG_VERSION'), '17\n');
    await refuses({ TESTIGO_DATA: own }, /^TESTIGO_DATA: \S+secret is missing beside the database/);
  });

  it('ST-40 a database folder that is damaged or a file', async () => {
    const own = await data();
    await writeFile(join(own, 'secret'), Buffer.alloc(32, 7), { mode: 0o600 });
    await mkdir(join(own, 'database'));
    await writeFile(join(own, 'database', 'PG_VERSION'), 'none');
    await refuses({ TESTIGO_DATA: own }, /^TESTIGO_DATA: the database in \S+ cannot be opened/);
    await rm(join(own, 'database'), { recursive: true });
    await writeFile(join(own, 'database'), 'a file');
    await refuses({ TESTIGO_DATA: own }, /^TESTIGO_DATA: the folder \S+ cannot be read and written/);
  });
});
