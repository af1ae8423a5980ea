import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import type { S3Settings } from '../../settings/object-store.ts';
import { checkObjectStore } from './check-objects.ts';
import { openObjectStore } from './objects.ts';
import type { DirectUploads } from './direct-uploads.ts';
import { startS3Server } from '../testing/s3-server.ts';
import type { S3Server, S3ServerOptions } from '../testing/s3-server.ts';

const page = 'https://testigo.example.com';
const key = 'organización/1/contrato ñ.pdf';
const bytes = Buffer.from('a document');
const digest = (name: string): string => createHash(name).update(bytes).digest('hex');
const expected = { size: bytes.length, md5: digest('md5'), sha256: digest('sha256') };

let folder: string;
const servers: S3Server[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-direct-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  options: S3ServerOptions = {},
  more: Readonly<Record<string, string>> = {},
): Promise<{ server: S3Server; settings: S3Settings; direct: DirectUploads }> {
  const server = await startS3Server(options);
  servers.push(server);
  const own = { TESTIGO_S3_DIRECT: server.endpoint, TESTIGO_PUBLIC_URL: page };
  const { s3: settings } = readSettings({ ...server.settings, ...own, ...more });
  const direct = settings && (await openObjectStore(folder, settings)).direct;
  if (!direct) throw new Error('The settings have no direct uploads.');
  return { server, settings, direct };
}

describe('uploads into the object store itself', () => {
  it('UP-13 an address takes the bytes that it was signed for, with all of its headers, and no others', async () => {
    const { server, direct } = await start();
    const { url, headers } = await direct.sign(key, expected, 60);
    expect(new URL(url).origin).toBe(server.endpoint);
    expect(decodeURIComponent(new URL(url).pathname)).toBe(`/documents/${key}`);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-md5;host;x-amz-checksum-sha256;x-amz-content-sha256',
    );
    expect(headers).toEqual({
      'content-md5': createHash('md5').update(bytes).digest('base64'),
      'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64'),
      'x-amz-content-sha256': expected.sha256,
    });
    const put = async (body: Uint8Array<ArrayBuffer>, sent = headers): Promise<number> =>
      (await fetch(url, { method: 'PUT', headers: sent, body })).status;
    expect(await direct.has(key, expected)).toBe(false);
    expect(await put(new Uint8Array(Buffer.from('b document')))).toBe(400);
    const { 'x-amz-content-sha256': _left, ...fewer } = headers;
    expect(await put(new Uint8Array(bytes), fewer)).toBe(403);
    expect(server.objects.size).toBe(0);
    expect(await put(new Uint8Array(bytes))).toBe(200);
    expect(await direct.has(key, expected)).toBe(true);
    expect(await direct.has(key, { ...expected, size: 9 })).toBe(false);
    expect(await direct.has(key, { ...expected, md5: '0'.repeat(32) })).toBe(false);
    expect(server.requests.filter((request) => request.startsWith('GET'))).toEqual([]);
  });

  it('UP-13 a document is locked and encrypted as the settings say, by headers of the address', async () => {
    const { server, direct } = await start(
      { hasLock: true, kmsKeys: ['alias/testigo'] },
      {
        TESTIGO_S3_LOCK: 'COMPLIANCE',
        TESTIGO_S3_LOCK_DAYS: '30',
        TESTIGO_S3_ENCRYPTION: 'aws:kms',
        TESTIGO_S3_KMS_KEY: 'alias/testigo',
      },
    );
    const { url, headers } = await direct.sign(key, expected, 60);
    expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status).toBe(200);
    expect(server.headers.get(key)).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'alias/testigo',
    });
  });

  it('UP-13 a start gives the bucket the rule for the page once, and leaves nothing else there', async () => {
    const { server, settings } = await start();
    // As Chromium asks for a PDF: it names the type of a file by itself.
    const names = 'content-md5,content-type,x-amz-checksum-sha256,x-amz-content-sha256';
    const preflight = async (origin: string, requested = names): Promise<number> => {
      const headers = { origin, 'access-control-request-headers': requested };
      return (await fetch(`${server.endpoint}/documents/x`, { method: 'OPTIONS', headers })).status;
    };
    expect(await preflight(page)).toBe(403);
    await checkObjectStore(settings);
    expect(await preflight(page)).toBe(200);
    expect(await preflight('https://other.example.com')).toBe(403);
    expect(await preflight(page, 'authorization')).toBe(403);
    expect(server.objects.size).toBe(0);
    const writes = (): number =>
      server.requests.filter((request) => /^PUT \/documents\/?$/.test(request)).length;
    expect(writes()).toBe(1);
    await checkObjectStore(settings);
    expect(writes()).toBe(1);
  });

  it('UP-13 a start refuses a bucket whose rules it may not write, and a store that takes any bytes', async () => {
    const closed = await start({ hidesCors: true });
    await expect(checkObjectStore(closed.settings)).rejects.toThrow(
      /^TESTIGO_S3_DIRECT: the bucket does not allow PUT from https:\/\/testigo\.example\.com, and/,
    );
    const careless = await start({ isCareless: true });
    await expect(checkObjectStore(careless.settings)).rejects.toThrow(
      /^TESTIGO_S3_DIRECT: the object store takes other bytes than an address was signed for\.$/,
    );
    const { settings } = await start();
    const elsewhere = { origin: 'http://127.0.0.1:9', page };
    await expect(checkObjectStore({ ...settings, direct: elsewhere })).rejects.toThrow(
      /^TESTIGO_S3_DIRECT: no object store answers there in time\.$/,
    );
  });
});
