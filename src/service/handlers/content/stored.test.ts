import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucket, startS3Server } from '../../storage/testing/s3-server.ts';
import type { S3Server } from '../../storage/testing/s3-server.ts';
import { pdfBytes, startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { signInvite } from '../signing/signing.ts';

/** A store of documents whose bytes a test changes behind the service's back. */
interface Setup {
  readonly name: string;
  readonly on: TestService;
  readonly own: TestOrganization;
  bytesOf(key: string): Promise<Buffer>;
  /** undefined: the bytes are gone. */
  put(key: string, bytes: Buffer | undefined): Promise<void>;
  /** How often the bytes of a document were read whole from the store; where that can be counted. */
  reads?(): number;
}

const setups: Setup[] = [];
let s3: S3Server;
beforeAll(async () => {
  const disk = await startTestService();
  const folder = disk.folder;
  const fileOf = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, 'objects', name.slice(0, 2), name.slice(2));
  };
  setups.push({
    name: 'on the disk',
    on: disk,
    own: await disk.organization(),
    bytesOf: (key) => readFile(fileOf(key)),
    async put(key, bytes) {
      if (!bytes) return rm(fileOf(key));
      const before = await stat(fileOf(key)).catch(() => undefined);
      await writeFile(fileOf(key), bytes);
      // As whoever changes it unseen would do.
      if (before) await utimes(fileOf(key), before.atime, before.mtime);
    },
  });
  s3 = await startS3Server();
  const store = await startTestService({
    TESTIGO_S3_BUCKET: bucket,
    TESTIGO_S3_ENDPOINT: s3.endpoint,
    TESTIGO_S3_ACCESS_KEY_ID: 'reader',
    TESTIGO_S3_SECRET_ACCESS_KEY: 'secret',
    TESTIGO_S3_FORCE_PATH_STYLE: '1',
  });
  setups.push({
    name: 'in an object store',
    on: store,
    own: await store.organization(),
    bytesOf: async (key) => Buffer.from(s3.objects.get(key) ?? expect.fail('no such object')),
    async put(key, bytes) {
      if (bytes) s3.objects.set(key, bytes);
      else s3.objects.delete(key);
    },
    reads: () => s3.requests.filter((line) => line.startsWith('GET ')).length,
  });
});
afterAll(async () => {
  await Promise.all(setups.map(({ on }) => on.close()));
  await s3.close();
});

interface Refusal {
  readonly status: number;
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The digest of what is served, or why it is not. */
async function download({ on, own }: Setup, key: string): Promise<string | Refusal> {
  const answer = await on.request(`/rest/v1/content/${encodeURIComponent(key)}`, { as: own.key });
  if (answer.status === 200) return digestOf(Buffer.from(await answer.arrayBuffer()));
  return { status: answer.status, ...((await answer.json()) as Omit<Refusal, 'status'>) };
}

/** Small ones are read once, large ones twice. */
const sizes = { small: 500, large: 2_500_000 } as const;

const corruptions = {
  'one byte': (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const middle = changed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    return changed;
  },
  'the last byte missing': (bytes: Buffer) => bytes.subarray(0, -1),
  'a byte more': (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]),
  'no bytes at all': () => Buffer.alloc(0),
  'no file': () => undefined,
};

describe('stored bytes', () => {
  it('CO-3 are not served once they changed or are gone, and are again when they are back; the error and the log name them', async () => {
    for (const setup of setups)
      for (const [size, length] of Object.entries(sizes))
        for (const [what, corrupt] of Object.entries(corruptions)) {
          const about = `${size} ${setup.name}: ${what}`;
          const key = await setup.on.upload(setup.own.key, pdfBytes(length));
          const good = await setup.bytesOf(key);
          expect(await download(setup, key), about).toBe(digestOf(good));
          await setup.put(key, corrupt(good));
          setup.on.lines.length = 0;
          const refused = (await download(setup, key)) as Refusal;
          expect(refused.status, about).toBe(500);
          const code = what === 'no file' ? 'STORED_CONTENT_MISSING' : 'STORED_CONTENT_DAMAGED';
          expect(refused.errors[0]?.extensions.code, about).toBe(code);
          expect(refused.errors[0]?.message, about).toContain(key);
          const logged = setup.on.lines.find((line) => line.includes('"level":50')) ?? '';
          expect(logged, about).toContain(key);
          expect(logged + JSON.stringify(refused), about).not.toContain(setup.on.folder);
          await setup.put(key, good);
          expect(await download(setup, key), about).toBe(digestOf(good));
        }
  }, 30_000);

  it('CO-3 are not signed once they changed or are gone, and nothing is written', async () => {
    for (const setup of setups)
      for (const [what, corrupt] of Object.entries(corruptions)) {
        const { on, own } = setup;
        const request = await on.createRequest(own);
        const invite = await on.invite(own, request.id, own.linked.id);
        const good = await setup.bytesOf(request.key);
        await setup.put(request.key, corrupt(good));
        const before = await on.snapshot();
        await expect(signInvite(on.service, invite), what).rejects.toMatchObject({
          kind: what === 'no file' ? 'content-missing' : 'content-damaged',
          message: expect.stringContaining(request.key) as string,
        });
        expect(await on.snapshot(), what).toEqual(before);
        await setup.put(request.key, good);
        expect(await signInvite(on.service, invite), what).toMatchObject({ status: 'SIGNED' });
      }
  });

  it('CO-3 of no request that is created are gone', async () => {
    for (const { on, own, put, name } of setups)
      for (const kind of ['pdf', 'json']) {
        const key = await on.upload(own.key, kind === 'pdf' ? pdfBytes() : Buffer.from('[1]'));
        await put(key, undefined);
        const input = { name: 'A', content: { [kind]: key }, organization: own.id };
        const before = await on.snapshot();
        const answer = await on.request('/rest/v1/signature-request', {
          method: 'POST',
          as: own.key,
          body: { input },
        });
        expect(answer.status, `${kind} ${name}`).toBe(500);
        expect(await answer.text()).toContain('STORED_CONTENT_MISSING');
        expect(await on.snapshot()).toEqual(before);
      }
  });

  it('CO-3 that are large are verified once for each version of them; what changes between the passes never ends', async () => {
    const setup = setups[1] ?? expect.fail();
    const reads = setup.reads ?? expect.fail();
    const key = await setup.on.upload(setup.own.key, pdfBytes(sizes.large));
    const good = await setup.bytesOf(key);
    const readsOf = async (): Promise<number> => {
      const before = reads();
      expect(await download(setup, key)).toBe(digestOf(good));
      return reads() - before;
    };
    expect([await readsOf(), await readsOf(), await readsOf()]).toEqual([2, 1, 1]);

    // The store says of the changed bytes that they are the version it had.
    const { objects } = setup.on.service;
    const stale = await objects.version(key);
    await setup.put(key, corruptions['one byte'](good));
    const real = objects.version;
    objects.version = () => Promise.resolve(stale);
    try {
      const answer = await setup.on.request(`/rest/v1/content/${encodeURIComponent(key)}`, {
        as: setup.own.key,
      });
      expect(answer.status).toBe(200);
      await expect(answer.arrayBuffer()).rejects.toThrow(key);
      expect(await download(setup, key)).toMatchObject({ status: 500 });
    } finally {
      objects.version = real;
    }
    await setup.put(key, good);
    expect(await readsOf()).toBe(2);
    expect(await readdir(join(setup.on.folder, 'objects', 'incoming'))).toEqual([]);
  });
});
