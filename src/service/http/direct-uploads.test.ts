import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepUploads } from '../jobs/sweeps/upload-sweep.ts';
import { sql } from '../storage/database/sql.ts';
import { checkObjectStore } from '../storage/objects/check-objects.ts';
import { readSettings } from '../settings.ts';
import { startS3Server } from '../storage/testing/s3-server.ts';
import type { S3Server } from '../storage/testing/s3-server.ts';
import { pdfBytes, startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';

// The service over an object store into which browsers put documents themselves.

let server: S3Server;
let service: TestService;
let organization: TestOrganization;
beforeAll(async () => {
  server = await startS3Server();
  const direct = { TESTIGO_S3_DIRECT: server.endpoint, TESTIGO_PUBLIC_URL: 'http://127.0.0.1:4310' };
  const environment = { ...server.settings, ...direct };
  const { s3 } = readSettings(environment);
  if (s3) await checkObjectStore(s3);
  service = await startTestService(environment);
  organization = await service.organization();
});
afterAll(async () => {
  await service.close();
  await server.close();
});

interface Address {
  readonly url: string;
  readonly key: string;
  readonly direct?: boolean;
}
const digest = (name: string, bytes: Uint8Array): string => createHash(name).update(bytes).digest('hex');
const address = (bytes: Uint8Array): Promise<Address> =>
  service.get(`/sign-file-url?filePath=a.pdf&md5Checksum=${digest('md5', bytes)}`, organization.key);
const announced = (bytes: Uint8Array): object => ({
  size: bytes.byteLength,
  sha256: digest('sha256', bytes),
});
const exchange = (url: string, body: object): Promise<Response> =>
  service.request(url, { method: 'POST', body });

/** Uploads as the page does, up to the answer of the store. */
async function uploadDirectly(
  bytes: Uint8Array,
  sent = bytes,
): Promise<Address & { readonly status: number }> {
  const issued = await address(bytes);
  const answer = await exchange(issued.url, announced(bytes));
  expect(answer.status).toBe(200);
  const { url, headers } = (await answer.json()) as { url: string; headers: Record<string, string> };
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(sent) });
  return { ...issued, status };
}

const create = (key: string): Promise<Response> =>
  service.request('/rest/v1/signature-request', {
    method: 'POST',
    as: organization.key,
    body: { input: { name: 'A', content: { pdf: key }, organization: organization.id } },
  });
const read = (key: string): Promise<Response> =>
  service.request(`/rest/v1/content/${encodeURIComponent(key)}`, { as: organization.key });

describe('uploads that do not pass through the service', () => {
  it('UP-13 bytes in the store become content when a request names them, which the store confirms by HEAD', async () => {
    const bytes = pdfBytes();
    const { key, direct, status } = await uploadDirectly(bytes);
    expect([direct, status]).toEqual([true, 200]);
    expect(server.objects.get(key)).toEqual(Buffer.from(bytes));
    const before = server.requests.length;
    expect((await create(key)).status).toBe(200);
    const path = `/documents/${key}`;
    // A PDF is known by its first bytes (UP-10), which are read once it is content.
    expect(server.requests.slice(before)).toEqual([`HEAD ${path}`, `GET ${path}`]);
    const [row] = await service.database.rows(
      sql`select size, md5, sha256 from contents where content_key = ${key}`,
    );
    expect(row).toEqual({
      size: bytes.byteLength,
      md5: digest('md5', bytes),
      sha256: digest('sha256', bytes),
    });
    expect(Buffer.from(await (await read(key)).arrayBuffer())).toEqual(Buffer.from(bytes));
    expect((await create(key)).status).toBe(200);
  });

  it('UP-13 reading them makes them content too, and two requests at once find one content', async () => {
    const { key } = await uploadDirectly(pdfBytes());
    expect((await read(key)).status).toBe(200);
    const { key: twice } = await uploadDirectly(pdfBytes());
    const answers = await Promise.all([create(twice), create(twice), create(twice)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('UP-6 UP-13 a key is of no content where the store has nothing, or other bytes than were announced', async () => {
    const bytes = pdfBytes();
    const altered = Buffer.from(bytes);
    altered[20] = (altered[20] ?? 0) ^ 1;
    const { key, status } = await uploadDirectly(bytes, altered);
    expect(status).toBe(400);
    expect((await create(key)).status).toBe(422);
    expect((await read(key)).status).toBe(404);
    // As a store would have it that does not look.
    server.objects.set(key, altered);
    expect((await create(key)).status).toBe(422);
    server.objects.set(key, Buffer.from(bytes));
    expect((await create(key)).status).toBe(200);
  });

  it('UP-13 an address is exchanged for the same bytes again, and takes no others, on neither way', async () => {
    const bytes = pdfBytes();
    const { url } = await address(bytes);
    for (const _ of [1, 2]) expect((await exchange(url, announced(bytes))).status).toBe(200);
    expect((await exchange(url, announced(pdfBytes()))).status).toBe(409);
    const md5 = { 'content-md5': createHash('md5').update(bytes).digest('base64') };
    const put = (): Promise<Response> => service.request(url, { method: 'PUT', body: bytes, headers: md5 });
    await service.database.rows(
      sql`update uploads set direct_sha256 = ${'0'.repeat(64)} where received_at is null`,
    );
    expect((await put()).status).toBe(422);
    await service.database.rows(
      sql`update uploads set direct_sha256 = ${digest('sha256', bytes)} where received_at is null`,
    );
    expect((await put()).status).toBe(200);
    expect((await exchange(url, announced(bytes))).status).toBe(409);
  });

  it('UP-5 UP-7 UP-13 refuses what is too large, what is no digest, and an address that is over or unknown', async () => {
    const bytes = pdfBytes();
    const { url } = await address(bytes);
    expect((await exchange(url, { ...announced(bytes), size: 26_214_401 })).status).toBe(413);
    expect((await exchange(url, { size: -1, sha256: 'x' })).status).toBe(422);
    expect((await exchange(`${url}x`, announced(bytes))).status).toBe(404);
    const { now } = service.clock;
    service.clock.now = new Date(now.getTime() + 900_000);
    expect((await exchange(url, announced(bytes))).status).toBe(404);
    service.clock.now = now;
    expect((await exchange(url, announced(bytes))).status).toBe(200);
  });

  it('UP-5 UP-13 bytes that nobody names are removed from the store a day after the end of their address', async () => {
    const { key: orphan } = await uploadDirectly(pdfBytes());
    const { key: named } = await uploadDirectly(pdfBytes());
    expect((await create(named)).status).toBe(200);
    await sweepUploads(service.service);
    expect(server.objects.has(orphan)).toBe(true);
    service.clock.now = new Date(service.clock.now.getTime() + 25 * 3_600_000);
    expect((await sweepUploads(service.service)).count).toBeGreaterThan(0);
    expect([server.objects.has(orphan), server.objects.has(named)]).toEqual([false, true]);
    expect((await create(orphan)).status).toBe(422);
  });

  it('UP-13 without the setting an address says nothing of a store, and is exchanged for nothing', async () => {
    const plain = await startTestService();
    try {
      const { key } = await plain.organization();
      const issued = await plain.get<Address>(`/sign-file-url?filePath=a&md5Checksum=${'0'.repeat(32)}`, key);
      expect(Object.keys(issued).sort()).toEqual(['key', 'url']);
      const body = announced(pdfBytes());
      expect((await plain.request(issued.url, { method: 'POST', body })).status).toBe(405);
    } finally {
      await plain.close();
    }
  });
});
