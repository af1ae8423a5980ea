import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentMillis } from '#clock/clock.ts';
import { readSettings } from '../../settings.ts';
import type { S3Settings } from '../../settings/object-store.ts';
import { ObjectMissing, openObjectStore, TooLarge } from './objects.ts';
import type { ObjectStore } from './objects.ts';
import { bucket, startS3Server } from '../testing/s3-server.ts';
import type { S3Server } from '../testing/s3-server.ts';
import { StorageUnavailable } from '../unavailable.ts';
import { traced } from '../../tracing/spans.ts';
import { startTestService } from '../../testing/service.ts';

let folder: string;
let server: S3Server;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-s3-'));
  server = await startS3Server();
  store = await openObjectStore(folder, settings());
});
const settings = (): S3Settings => ({
  endpoint: server.endpoint,
  region: 'us-east-1',
  bucket,
  accessKeyId: 'reader',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  lock: undefined,
  encryption: undefined,
  direct: undefined,
  waits: { connectMs: 5_000, idleMs: 30_000 },
});
const waits = { connectMs: 100, idleMs: 100 };
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const key = 'organización/1/carpeta con espacios/contrato ñ.pdf';
async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const waiting = (): Promise<string[]> => readdir(join(folder, 'objects', 'incoming'));
const unavailable = (why: 'full' | 'lost') => expect.objectContaining({ store: 'documents', why });

describe('documents in an object store', () => {
  it('UP-1 bytes are under their key once they are stored, whatever its characters, and nothing waits', async () => {
    const staged = await store.stage(pieces('uno ', 'dos'), 100);
    expect(server.objects.size).toBe(0);
    await staged.keep(key);
    expect([...server.objects.keys()]).toEqual([key]);
    expect(Buffer.from(await store.bytes(key)).toString()).toBe('uno dos');
    const streamed: Buffer[] = [];
    for await (const chunk of await store.stream(key)) streamed.push(chunk as Buffer);
    expect(Buffer.concat(streamed).toString()).toBe('uno dos');
    expect(await waiting()).toEqual([]);
  });

  it('UP-9 keeping again for the same key asks the store nothing', async () => {
    const staged = await store.stage(pieces('once'), 100);
    await staged.keep(key);
    const before = server.requests.length;
    await staged.keep(key);
    expect(server.requests.length).toBe(before);
  });

  it('UP-7 more bytes than may come are refused, and the store receives no request', async () => {
    await expect(store.stage(pieces('too ', 'long'), 5)).rejects.toBeInstanceOf(TooLarge);
    expect(server.requests).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('a key that was never stored, or whose bytes were removed, is missing and not unavailable', async () => {
    await expect(store.bytes(key)).rejects.toBeInstanceOf(ObjectMissing);
    const staged = await store.stage(pieces('gone'), 100);
    await staged.keep(key);
    await store.remove(key);
    await expect(store.stream(key)).rejects.toBeInstanceOf(ObjectMissing);
  });

  it.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
  ])(
    'ST-22 a store that answers %i is out of reach; once it answers, the same bytes are stored',
    async (status, code) => {
      const staged = await store.stage(pieces('later'), 100);
      server.fail({ status, code });
      await expect(staged.keep(key)).rejects.toEqual(unavailable('lost'));
      await expect(store.bytes(key)).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(store.remove(key)).rejects.toBeInstanceOf(StorageUnavailable);
      server.fail(undefined);
      await staged.keep(key);
      expect(Buffer.from(await store.bytes(key)).toString()).toBe('later');
    },
  );

  it('of a key that was written twice, as by a PUT that was repeated, nothing is left once it is erased', async () => {
    const versioned = await startS3Server({ hasLock: true });
    try {
      const objects = await openObjectStore(folder, readSettings(versioned.settings).s3);
      for (const text of ['uno', 'dos', 'tres']) await (await objects.stage(pieces(text), 100)).keep(key);
      expect(await objects.erase(key)).toBeUndefined();
      expect([...versioned.versions.keys(), ...versioned.objects.keys()]).toEqual([]);
    } finally {
      await versioned.close();
    }
  });

  it('what is not there is erased, also where a store does not say so to who may not list', async () => {
    const silent = await startS3Server({ hidesMissing: true });
    try {
      const objects = await openObjectStore(folder, readSettings(silent.settings).s3);
      expect(await objects.erase(key)).toBeUndefined();
    } finally {
      await silent.close();
    }
  });

  it('ST-22 a store that nobody answers for is out of reach', async () => {
    const staged = await store.stage(pieces('nobody'), 100);
    await server.close();
    await expect(staged.keep(key)).rejects.toEqual(unavailable('lost'));
    await expect(store.bytes(key)).rejects.toEqual(unavailable('lost'));
  });

  it('ST-22 a store that takes the connection and never answers is out of reach once it was silent for too long', async () => {
    const silent = await openObjectStore(folder, { ...settings(), waits });
    const staged = await silent.stage(pieces('silent'), 100);
    const goOn = server.stall();
    await expect(staged.keep(key)).rejects.toEqual(unavailable('lost'));
    await expect(silent.bytes(key)).rejects.toEqual(unavailable('lost'));
    await expect(silent.version(key)).rejects.toEqual(unavailable('lost'));
    await expect(silent.remove(key)).rejects.toEqual(unavailable('lost'));
    goOn();
    await staged.keep(key);
    expect(Buffer.from(await silent.bytes(key)).toString()).toBe('silent');
  });

  it('ST-22 a store that falls silent amid a document is out of reach', async () => {
    const halting = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('half');
    });
    await new Promise<void>((resolve) => halting.listen(0, '127.0.0.1', resolve));
    const { port } = halting.address() as AddressInfo; // TCP, so it has one
    try {
      const endpoint = `http://127.0.0.1:${port}`;
      const half = await openObjectStore(folder, { ...settings(), endpoint, waits });
      await expect(half.bytes(key)).rejects.toEqual(unavailable('lost'));
    } finally {
      halting.closeAllConnections();
      halting.close();
    }
  });

  it('a refusal of the store is no outage: it is a fault of the settings, and said as such', async () => {
    server.fail({ status: 403, code: 'AccessDenied' });
    const staged = await store.stage(pieces('refused'), 100);
    await expect(staged.keep(key)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('documents are locked and encrypted as the settings say, by headers that are signed', async () => {
    const locking = await startS3Server({ hasLock: true, kmsKeys: ['alias/testigo'] });
    try {
      const locks = readSettings({
        ...locking.settings,
        TESTIGO_S3_LOCK: 'COMPLIANCE',
        TESTIGO_S3_LOCK_DAYS: '3650',
        TESTIGO_S3_ENCRYPTION: 'aws:kms',
        TESTIGO_S3_KMS_KEY: 'alias/testigo',
      }).s3;
      const locked = await openObjectStore(folder, locks);
      const before = currentMillis();
      await (await locked.stage(pieces('locked'), 100)).keep(key);
      const headers = locking.headers.get(key);
      expect(headers).toMatchObject({
        'x-amz-object-lock-mode': 'COMPLIANCE',
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': 'alias/testigo',
        'content-md5': createHash('md5').update('locked').digest('base64'),
      });
      const until = Date.parse(String(headers?.['x-amz-object-lock-retain-until-date']));
      expect(until - before).toBeGreaterThanOrEqual(3650 * 86_400_000 - 1000);
      expect(until - before).toBeLessThan(3650 * 86_400_000 + 60_000);
      expect(Buffer.from(await locked.bytes(key)).toString()).toBe('locked');
    } finally {
      await locking.close();
    }
  });

  it('ST-50 a call is a span within what is traced, without the key', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    provider.register();
    try {
      await store.version(key).catch(() => undefined);
      expect(exporter.getFinishedSpans()).toEqual([]);
      await traced('GET', {}, async () => {
        const staged = await store.stage(pieces('uno'), 100);
        await staged.keep(key);
        await store.bytes(key);
      });
      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ name }) => name)).toEqual(['S3 PutObject', 'S3 GetObject', 'GET']);
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': 'PutObject' };
      expect(spans[0]?.attributes).toEqual(attributes);
      expect(spans[0]?.spanContext().traceId).toBe(spans[2]?.spanContext().traceId);
    } finally {
      await provider.shutdown();
      trace.disable();
    }
  });

  it('nothing is sent of a lock or of encryption where the settings have none', async () => {
    await (await store.stage(pieces('plain'), 100)).keep(key);
    const names = Object.keys(server.headers.get(key) ?? {});
    expect(names.filter((name) => /lock|encryption/.test(name))).toEqual([]);
  });

  it('UP-2 UP-9 the service uploads, reads and refuses the same over it: 503 while it is away, and the address still takes the bytes', async () => {
    const on = await startTestService({
      TESTIGO_S3_ENDPOINT: server.endpoint,
      TESTIGO_S3_REGION: 'us-east-1',
      TESTIGO_S3_BUCKET: bucket,
      TESTIGO_S3_ACCESS_KEY_ID: 'reader',
      TESTIGO_S3_SECRET_ACCESS_KEY: 'secret',
      TESTIGO_S3_FORCE_PATH_STYLE: '1',
    });
    try {
      const { key: bearer } = await on.organization();
      const bytes = Buffer.from('over an object store');
      const md5 = createHash('md5').update(bytes).digest();
      const { url, key: content } = await on.get<{ url: string; key: string }>(
        `/sign-file-url?filePath=a.txt&md5Checksum=${md5.toString('hex')}`,
        bearer,
      );
      const put = (): Promise<Response> =>
        on.request(url, { method: 'PUT', body: bytes, headers: { 'content-md5': md5.toString('base64') } });
      server.fail({ status: 500, code: 'InternalError' });
      expect((await put()).status).toBe(503);
      server.fail(undefined);
      expect((await put()).status).toBe(200);
      expect([...server.objects.values()]).toEqual([bytes]);
      const read = await on.request(`/rest/v1/content/${encodeURIComponent(content)}`, { as: bearer });
      expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
    } finally {
      await on.close();
    }
  });
});
