import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Page, Request } from '@playwright/test';
import { startRelay } from './object-store/relay.ts';
import type { Relay } from './object-store/relay.ts';
import { copyPreparedData } from './prepared-data.ts';
import { expect, startService, test as base } from './service.ts';
import type { DemoSession, RunningService } from './service.ts';
import { addSigner, call, chooseFile, enterDemo, openRequestId, pdf } from './staff.ts';

// Documents that a page puts into a real object store itself. The store is the one that `npm run deep -- object store`
// starts. Two relays stand before it: what the page sends passes one, and what the service sends the other.

const bucket = 'browser';
const storeSettings = process.env.TESTIGO_TEST_S3;
const signer = 'Rodrigo Aranda Lizama';

interface Stand {
  readonly service: RunningService;
  readonly apiKey: string;
  readonly ofPage: Relay;
  readonly ofService: Relay;
  readonly client: S3Client;
  /** Stops the service and starts it again on the same data. */
  restart(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // TCP, so it has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startStand(): Promise<Stand & { close(): Promise<void> }> {
  if (storeSettings === undefined)
    throw new Error('npm run deep -- object store runs this, over a store of its own.');
  const settings = JSON.parse(storeSettings) as Record<string, string>; // written by src/tools/deploy/object-store.ts
  const endpoint = settings.TESTIGO_S3_ENDPOINT ?? '';
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: settings.TESTIGO_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: settings.TESTIGO_S3_SECRET_ACCESS_KEY ?? '',
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const [ofPage, ofService] = await Promise.all([startRelay(endpoint), startRelay(endpoint)]);
  // Its own documents lie in no store; those that the tests read are new.
  const folder = await copyPreparedData();
  const port = String(await freePort());
  const environment = {
    ...settings,
    PORT: port,
    TESTIGO_S3_BUCKET: bucket,
    TESTIGO_S3_ENDPOINT: ofService.origin,
    TESTIGO_S3_DIRECT: ofPage.origin,
    TESTIGO_PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  let service = await startService(environment, folder);
  const demo = (await (await fetch(`${service.origin}/sandbox/session`)).json()) as DemoSession;
  return {
    get service() {
      return service;
    },
    apiKey: demo.organizations[0]?.apiKey ?? '',
    ofPage,
    ofService,
    client,
    async restart() {
      await service.stop();
      service = await startService(environment, folder);
    },
    async close() {
      await service.stop();
      ofPage.close();
      ofService.close();
      client.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const test = base.extend<object, { stand: Stand }>({
  stand: [
    async ({}, use) => {
      const stand = await startStand();
      await use(stand);
      await stand.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ stand }, use) => use(stand.service.origin),
});
test.describe.configure({ mode: 'serial' });

const sendButton = 'Enviar a 1 firmante';

async function composeWith(page: Page, name: string, bytes: Buffer): Promise<void> {
  await enterDemo(page, '/requests/new');
  await chooseFile(page, name, bytes);
  await addSigner(page, signer);
  await expect(page.getByText('No, el servicio no tiene testigo de esta huella')).toBeVisible();
}

/** Everything that the page asks of anybody, from here on. */
function watch(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

/** The content key of a request, and the SHA-256 of the document as the page itself reads it. */
async function readBack(page: Page, { service, apiKey }: Stand, id: string): Promise<[string, string]> {
  const path = `/signature-request/${id}`;
  const { body } = await call<{ content: { pdf: string } }>(service.origin, apiKey, 'GET', path);
  const digest = await page.evaluate(
    async ([address, bearer]) => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${bearer}` } });
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
      return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    [`/rest/v1/content/${encodeURIComponent(body.content.pdf)}`, apiKey] as const,
  );
  return [body.content.pdf, digest];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const base64 = (name: string, bytes: Buffer): string => createHash(name).update(bytes).digest('base64');

for (const [size, title, padding] of [
  ['small', 'Contrato directo', 0],
  // Above half a mebibyte the page shows how far it is, by another way of sending.
  ['large', 'Contrato grande', 3 * 1024 * 1024],
] as const)
  test(`UP-13 a ${size} document goes to the object store by a signed PUT, is found there by HEAD, and is read back`, async ({
    page,
    stand,
  }) => {
    const bytes = Buffer.concat([await pdf(title), Buffer.alloc(padding, '%')]);
    const requests = watch(page);
    await composeWith(page, `${title}.pdf`, bytes);
    const before = stand.ofPage.heads.length;
    const servedBefore = stand.ofService.heads.length;
    await page.getByRole('button', { name: sendButton }).click();
    const id = await openRequestId(page);

    const puts = requests.filter((request) => request.method() === 'PUT');
    expect(puts.map((put) => new URL(put.url()).origin)).toContain(stand.ofPage.origin);
    const [put, ...others] = puts.filter((one) => new URL(one.url()).pathname.startsWith(`/${bucket}/`));
    expect(others).toEqual([]);
    if (!put) throw new Error('The page put nothing.');
    expect(requests.some((one) => one.method() === 'PUT' && one.url().includes('/uploads/'))).toBe(false);
    const headers = await put.allHeaders();
    expect(headers['content-md5']).toBe(base64('md5', bytes));
    expect(headers['x-amz-checksum-sha256']).toBe(base64('sha256', bytes));
    expect(headers['x-amz-content-sha256']).toBe(sha256(bytes));
    for (const name of ['authorization', 'cookie', 'referer']) expect(headers).not.toHaveProperty(name);
    expect(put.url()).not.toContain(stand.apiKey);
    expect(put.url()).not.toContain('testigo-secret');
    expect((await put.response())?.headers()['access-control-allow-origin']).toBe(stand.service.origin);

    // On the wire: a preflight, and then the bytes.
    const lines = stand.ofPage.heads.slice(before).map(([line = '']) => line.split(' ')[0]);
    expect(lines).toEqual(['OPTIONS', 'PUT']);

    const [key, read] = await readBack(page, stand, id);
    expect(read).toBe(sha256(bytes));
    const ofKey = stand.ofService.heads
      .slice(servedBefore)
      .map(([line = '']) => line)
      .filter((line) => decodeURIComponent(line).includes(key))
      .map((line) => line.split(' ')[0]);
    // No byte of it went through the service on its way in; that it is a PDF is read from its beginning (UP-10).
    expect(ofKey.slice(0, 2)).toEqual(['HEAD', 'GET']);
    expect(ofKey).not.toContain('PUT');
    const stored = await stand.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    expect([stored.ContentLength, stored.ETag]).toEqual([
      bytes.length,
      `"${createHash('md5').update(bytes).digest('hex')}"`,
    ]);
  });

test('ST-7 UP-13 the page reaches its own origin and that of the store, by one setting, and no other', async ({
  page,
  pageErrors,
  stand,
}) => {
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${stand.ofPage.origin}`);
  const reached = await page.evaluate(
    (origins) =>
      Promise.all(
        origins.map((origin) =>
          fetch(origin, { mode: 'no-cors' }).then(
            () => true,
            () => false,
          ),
        ),
      ),
    [stand.ofPage.origin, stand.ofService.origin],
  );
  expect(reached).toEqual([true, false]);
  // The browser says so itself.
  const blocked = pageErrors.splice(0);
  expect(blocked.length).toBeGreaterThan(0);
  for (const line of blocked) expect(line).toContain('Content Security Policy');
  // Of another page the same bucket takes nothing.
  const preflight = async (origin: string): Promise<number> => {
    const preflighted = { origin, 'access-control-request-method': 'PUT' };
    return (await fetch(`${stand.ofPage.origin}/${bucket}/x`, { method: 'OPTIONS', headers: preflighted }))
      .status;
  };
  expect(await preflight(stand.service.origin)).toBe(200);
  expect(await preflight('http://127.0.0.1:1')).toBe(403);
});

test('UP-4 UP-13 bytes that change on their way are refused by the store, are said so, and lose nothing', async ({
  page,
  stand,
}) => {
  const bytes = await pdf('Contrato alterado');
  await composeWith(page, 'Contrato alterado.pdf', bytes);
  stand.ofPage.alters = true;
  await page.getByRole('button', { name: sendButton }).click();
  await expect(
    page.getByText('Los bytes que llegaron al almacén de documentos no son los de este archivo').first(),
  ).toBeVisible();
  stand.ofPage.alters = false;
  await page.getByRole('button', { name: 'Continuar' }).click();
  const [, read] = await readBack(page, stand, await openRequestId(page));
  expect(read).toBe(sha256(bytes));
});

test('UP-5 UP-13 an upload that no request names is removed from the store a day later', async ({
  page,
  stand,
}) => {
  test.setTimeout(240_000);
  const bytes = await pdf('Contrato abandonado');
  await composeWith(page, 'Contrato abandonado.pdf', bytes);
  await page.route('**/rest/v1/signature-request', (route) => route.abort());
  const putting = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().startsWith(stand.ofPage.origin),
  );
  await page.getByRole('button', { name: sendButton }).click();
  const put = await putting;
  expect((await put.response())?.status()).toBe(200);
  const key = decodeURIComponent(new URL(put.url()).pathname).slice(`/${bucket}/`.length);
  await page.close();
  const isStored = (): Promise<boolean> =>
    stand.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
      () => true,
      () => false,
    );
  await stand.restart();
  expect(await isStored()).toBe(true);
  const moved = await fetch(`${stand.service.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 25 * 3600 }),
  });
  expect(moved.status).toBe(200);
  // A start sweeps, and so does every hour.
  await stand.restart();
  await expect.poll(isStored).toBe(false);
});

test('ST-31 while the store answers nothing, readiness says so and everything else is served; then it is over', async ({
  stand,
}) => {
  const readiness = async (): Promise<unknown> => (await fetch(`${stand.service.origin}/readyz`)).json();
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ status: 'ready' });
  const resume = stand.ofService.stall();
  await expect
    .poll(readiness, { timeout: 30_000 })
    .toMatchObject({ status: 'degraded', documents: 'unreachable' });
  const { status } = await call(stand.service.origin, stand.apiKey, 'GET', '/witnesses');
  expect(status).toBe(200);
  resume();
  await expect.poll(readiness, { timeout: 30_000 }).toMatchObject({ status: 'ready' });
});
