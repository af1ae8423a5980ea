import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal } from './http/testing/refusal.ts';
import { sweepUploads } from './jobs/sweeps/upload-sweep.ts';
import type { Database } from './storage/database/database.ts';
import type { Queries } from './storage/database/queries.ts';
import { minimumFreeBytes } from './storage/space.ts';
import { openLosableDatabase, openDatabaseOnDisk, openTestDatabase } from './storage/testing/database.ts';
import type { LosableDatabase } from './storage/testing/database.ts';
import { failingFiles } from './storage/testing/failing-files.ts';
import type { FailingFiles, Step } from './storage/testing/failing-files.ts';
import { StorageUnavailable } from './storage/unavailable.ts';
import { pdfBytes, startTestService } from './testing/service.ts';
import type { TestService } from './testing/service.ts';
import type { TestOrganization } from './testing/test-data.ts';

// What is left when the database or the disk goes away in the middle: the whole of it or nothing, and a service
// that goes on.

const hash = (): string => randomBytes(32).toString('hex');

interface Write {
  readonly name: string;
  /** Prepares, and gives what is then tried. */
  ready(on: TestService, own: TestOrganization): Promise<() => Promise<Response>>;
}

const send = (on: TestService, own: TestOrganization, method: string, path: string, input: object) => () =>
  on.request(`/rest/v1${path}`, { method, as: own.key, body: { input } });

/** Writes of every form: one statement, a transaction, a quota, a file. */
const writes: readonly Write[] = [
  {
    name: 'an upload address',
    ready: async (on, own) => () =>
      on.request(`/rest/v1/sign-file-url?filePath=a.pdf&md5Checksum=${hash().slice(32)}`, { as: own.key }),
  },
  {
    name: 'the bytes of an upload',
    ready: async (on, own) => {
      const bytes = randomBytes(100);
      const md5 = createHash('md5').update(bytes).digest();
      const path = `/sign-file-url?filePath=a.pdf&md5Checksum=${md5.toString('hex')}`;
      const { url } = await on.get<{ url: string }>(path, own.key);
      return () =>
        on.request(url, { method: 'PUT', body: bytes, headers: { 'content-md5': md5.toString('base64') } });
    },
  },
  {
    name: 'a request',
    ready: async (on, own) => {
      const pdf = await on.upload(own.key, pdfBytes(50));
      return send(on, own, 'POST', '/signature-request', {
        name: 'A',
        content: { pdf },
        organization: own.id,
      });
    },
  },
  {
    name: 'sending a draft',
    ready: async (on, own) => {
      const { id } = await on.createRequest(own, { draft: true });
      return send(on, own, 'PUT', `/signature-request/${id}`, { draft: false });
    },
  },
  {
    name: 'an invite',
    ready: async (on, own) => {
      const { id } = await on.createRequest(own);
      return send(on, own, 'POST', '/signature-request-invite', {
        signatureRequest: id,
        subject: own.linked.id,
      });
    },
  },
  {
    name: 'the last signature, which finalizes',
    ready: async (on, own) => {
      const { id } = await on.createRequest(own);
      const invite = await on.invite(own, id, own.linked.id);
      return () => on.request(`/sandbox/invites/${invite}/sign`, { method: 'POST' });
    },
  },
  {
    name: 'a witness',
    ready: async (on, own) =>
      send(on, own, 'POST', '/witness', { hash: hash(), algorithm: 'SHA256', organization: own.id }),
  },
  {
    name: 'a certificate, which spends a quota',
    ready: async (on, own) => {
      const { id } = await on.write('POST', '/witness', own.key, {
        hash: hash(),
        algorithm: 'SHA256',
        organization: own.id,
      });
      return () =>
        on.request(`/rest/v1/nom151-certification?witnessId=${String(id)}`, {
          method: 'POST',
          as: own.key,
          body: { witnessId: id },
        });
    },
  },
];

async function unavailable(answer: Response, comesBack: string): Promise<void> {
  expect(answer.headers.get('retry-after')).toBe(comesBack);
  expect(await refusal(answer)).toEqual([503, undefined]);
}

describe('a database that is lost', () => {
  let losable: LosableDatabase;
  let on: TestService;
  let own: TestOrganization;
  beforeAll(async () => {
    losable = await openLosableDatabase();
    on = await startTestService({}, { database: losable.database });
    own = await on.organization();
  });
  afterAll(() => on.close());

  it.each(writes)('ST-22 $name is 503 while it is away, and done when it is back', async ({ ready }) => {
    const attempt = await ready(on, own);
    const before = await on.snapshot();
    await losable.lose();
    await unavailable(await attempt(), '2');
    expect((await on.request('/rest/v1/witnesses', { as: own.key })).status).toBe(503);
    // Readiness is read once a second.
    await vi.waitFor(async () => expect((await on.request('/readyz')).status).toBe(503), { timeout: 5_000 });
    expect((await on.request('/healthz')).status).toBe(200);
    await losable.restore();
    // The first who asks may still find what broke.
    while ((await on.request('/readyz')).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await on.snapshot()).toEqual(before);
    expect((await attempt()).status).toBe(200);
    expect(await on.snapshot()).not.toEqual(before);
  });

  it('ST-22 lost in the middle of a transaction, nothing of it is there, and the process lives', async () => {
    const before = await on.snapshot();
    const broken = losable.database.transaction(async (tx) => {
      await tx.script('create table half_written (n integer)');
      await losable.lose();
      await tx.script('insert into half_written values (1)');
    });
    await expect(broken).rejects.toMatchObject({ name: 'StorageUnavailable', why: 'lost' });
    await losable.restore();
    // The first who asks may still find what broke.
    await vi.waitFor(async () => expect(await on.snapshot()).toEqual(before), { timeout: 5_000 });
    await expect(losable.database.script('select * from half_written')).rejects.toThrow('half_written');
  });
});

describe('a database that is lost at any statement', () => {
  let real: Database;
  let on: TestService;
  let own: TestOrganization;
  /** Statements until the next is lost; endless without a test. */
  let left = Infinity;
  beforeAll(async () => {
    real = await openTestDatabase();
    const lossy = <T extends Queries>(queries: T): T => ({
      ...queries,
      rows: async (query: Parameters<Queries['rows']>[0]) => {
        left -= 1;
        if (left < 0) throw new StorageUnavailable('database', 'lost', 'The database cannot be reached.');
        return queries.rows(query);
      },
    });
    const database: Database = {
      ...lossy(real),
      transaction: (work) => real.transaction((tx) => work(lossy(tx))),
    };
    on = await startTestService({}, { database });
    own = await on.organization({ nom151: 50 });
  });
  afterAll(() => on.close());

  it.each(writes)(
    'ST-22 ER-2 $name is written whole or not at all, wherever it is cut',
    async ({ ready }) => {
      let attempt = await ready(on, own);
      let before = await on.snapshot();
      let whole = 0;
      for (let statements = 0; ; statements += 1) {
        left = statements;
        const answer = await attempt();
        const done = left >= 0;
        left = Infinity;
        if (done) {
          expect(answer.status).toBe(200);
          // Something is written by more than its authentication.
          expect(statements).toBeGreaterThan(1);
          break;
        }
        await unavailable(answer, '2');
        const after = await on.snapshot();
        if (JSON.stringify(after) === JSON.stringify(before)) continue;
        // Lost when it was written already, while it was answered: what is there is the whole.
        whole += 1;
        const again = await attempt();
        expect([200, 409]).toContain(again.status);
        attempt = await ready(on, own);
        before = await on.snapshot();
      }
      expect(whole).toBeLessThan(20);
    },
  );
});

describe('a disk that is full', () => {
  let files: FailingFiles;
  let on: TestService;
  let own: TestOrganization;
  beforeAll(async () => {
    files = failingFiles();
    on = await startTestService({}, { files });
    own = await on.organization();
  });
  afterAll(() => on.close());

  it.each([
    ['open', 0],
    ['write', 0],
    ['sync', 0],
    ['close', 0],
    ['mkdir', 0],
    ['rename', 0],
    ['sync folder', 0],
    ['sync folder', 1],
  ] as [Step, number][])(
    'ST-22 UP-9 at %s (%i): 503, the key is unusable, and the same address takes the file later',
    async (step, count) => {
      const bytes = pdfBytes(200);
      const md5 = createHash('md5').update(bytes).digest();
      const path = `/sign-file-url?filePath=a.pdf&md5Checksum=${md5.toString('hex')}`;
      const { url, key } = await on.get<{ url: string; key: string }>(path, own.key);
      const put = (): Promise<Response> =>
        on.request(url, { method: 'PUT', body: bytes, headers: { 'content-md5': md5.toString('base64') } });
      const content = `/rest/v1/content/${encodeURIComponent(key)}`;
      const before = await on.snapshot();
      files.fail(step, 'ENOSPC', count);
      await unavailable(await put(), '30');
      files.fail(undefined);
      expect(await on.snapshot()).toEqual(before);
      expect((await on.request(content, { as: own.key })).status).toBe(404);
      const input = { name: 'A', content: { pdf: key }, organization: own.id };
      const create = (): Promise<Response> =>
        on.request('/rest/v1/signature-request', { method: 'POST', as: own.key, body: { input } });
      expect((await create()).status).toBe(422);
      expect((await put()).status).toBe(200);
      expect(Buffer.from(await (await on.request(content, { as: own.key })).arrayBuffer())).toEqual(bytes);
      expect((await create()).status).toBe(200);
    },
  );

  it('ST-22 UP-5 a file whose row never came is swept with its address', async () => {
    const bytes = randomBytes(80);
    const md5 = createHash('md5').update(bytes).digest();
    const path = `/sign-file-url?filePath=orphan.pdf&md5Checksum=${md5.toString('hex')}`;
    const { url, key } = await on.get<{ url: string; key: string }>(path, own.key);
    files.fail('sync folder');
    const cut = await on.request(url, {
      method: 'PUT',
      body: bytes,
      headers: { 'content-md5': md5.toString('base64') },
    });
    files.fail(undefined);
    expect(cut.status).toBe(503);
    // The file has its name and no row: what kill -9 leaves between the two.
    expect(Buffer.from(await on.service.objects.bytes(key))).toEqual(bytes);
    const start = on.clock.now;
    try {
      on.clock.now = new Date(start.getTime() + 25.5 * 3_600_000);
      expect((await sweepUploads(on.service)).count).toBeGreaterThanOrEqual(1);
    } finally {
      on.clock.now = start;
    }
    await expect(on.service.objects.bytes(key)).rejects.toMatchObject({ name: 'ObjectMissing' });
  });
});

describe('an almost full disk', () => {
  it('ST-22 the embedded database reads on, writes nothing, and writes again when there is space', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-full-disk-'));
    let free = minimumFreeBytes;
    const freeBytes = async (): Promise<number> => free;
    const looked = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
    const database = await openDatabaseOnDisk(folder, freeBytes);
    const on = await startTestService({}, { database });
    try {
      const own = await on.organization();
      const of = hash();
      const create = send(on, own, 'POST', '/witness', {
        hash: of,
        algorithm: 'SHA256',
        organization: own.id,
      });
      free = minimumFreeBytes - 1;
      await looked();
      const before = await on.snapshot();
      await unavailable(await create(), '30');
      const address = await on.request(`/rest/v1/sign-file-url?filePath=a&md5Checksum=${hash().slice(32)}`, {
        as: own.key,
      });
      await unavailable(address, '30');
      expect((await on.request('/rest/v1/witnesses', { as: own.key })).status).toBe(200);
      expect((await on.request('/readyz')).status).toBe(200);
      expect(await on.snapshot()).toEqual(before);
      free = minimumFreeBytes;
      await looked();
      expect((await create()).status).toBe(200);
      free = 0;
      await looked();
      await expect(openDatabaseOnDisk(join(folder, 'other'), freeBytes)).rejects.toThrow(
        'has 0 MiB left; nothing is written below 128',
      );
    } finally {
      await on.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
