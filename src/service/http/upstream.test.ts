import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUpstream, normalisedPath, upstreamBase } from './upstream.ts';
import { bodyOfError, key, stubApp } from './testing/stub-app.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const requests: ReceivedRequest[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let address = '';
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  answer = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  };
});

const proxied = () => stubApp({ TESTIGO_UPSTREAM: address });

describe('upstream', () => {
  it('ST-10 forwards path, query and body, with the named headers only', async () => {
    const response = await proxied().ask('/rest/v1/signature-request?x=%7B%22a%22%3A1%7D', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        cookie: 'session=1',
        'x-forwarded-for': '10.0.0.1',
        'accept-language': 'es-MX',
        te: 'trailers',
        origin: 'http://127.0.0.1:4310',
      },
      body: '{"input":{}}',
    });
    expect(await response.json()).toEqual({ ok: true });
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/rest/v1/signature-request?x=%7B%22a%22%3A1%7D',
      body: '{"input":{}}',
    });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
      host: address.slice(7),
    });
    for (const name of ['cookie', 'x-forwarded-for', 'te', 'origin'])
      expect(request?.headers[name]).toBeUndefined();
    expect(request?.headers['accept-language'] ?? '*').toBe('*');
  });

  it('ST-10 passes the bytes of a document of any size as they come, and bounds answers that are JSON', async () => {
    const size = 20 * 1024 * 1024;
    answer = (_request, response) => {
      response.setHeader('content-type', 'application/pdf');
      for (let sent = 0; sent < size; sent += 65_536) response.write(Buffer.alloc(65_536, sent / 65_536));
      response.end();
    };
    const response = await proxied().ask('/rest/v1/content/a');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect([bytes.length, bytes[65_536], bytes.at(-1)]).toEqual([size, 1, (size / 65_536 - 1) % 256]);
    answer = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(Buffer.alloc(size, 0x20));
    };
    expect((await proxied().ask('/rest/v1/content/a')).status).toBe(502);
  });

  it('ST-10 hands back status, type, date and Retry-After; cookies and everything else are dropped', async () => {
    answer = (_request, response) => {
      response.writeHead(429, {
        'content-type': 'application/problem+json',
        'retry-after': '7',
        'www-authenticate': 'Bearer',
        date: 'Thu, 19 Nov 2026 00:00:00 GMT',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
        'x-powered-by': 'them',
        connection: 'close',
      });
      response.end('{}');
    };
    const response = await proxied().ask('/rest/v1/witnesses');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('date')).toBe('Thu, 19 Nov 2026 00:00:00 GMT');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-powered-by', 'connection'])
      expect(response.headers.get(name), name).toBeNull();
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('ST-10 follows no redirect and does not hand it on', async () => {
    answer = (_request, response) => {
      response.writeHead(302, { location: `${address}/rest/v1/elsewhere` }).end();
    };
    const response = await proxied().ask('/rest/v1/witnesses');
    expect(response.status).toBe(502);
    expect(response.headers.get('location')).toBeNull();
    expect((await bodyOfError(response)).errors[0]?.message).toContain('redirect');
    expect(requests).toHaveLength(1);
  });

  it.each([
    '/rest/v1/../admin',
    '/rest/v1/%2e%2e/admin',
    '/rest/v1/a/..%2f..%2f..%2fadmin',
    '/rest/v1/a/%252e%252e%252fadmin',
    '/rest/v1//admin',
    '/rest/v1/a/%5c..%5cadmin',
    '/rest/v1/a%00',
    '/rest/v2/witnesses',
    '/rest/v1',
    '/uploads/x',
    '/admin',
  ])('ST-10 does not forward %s', async (path) => {
    const { app } = proxied();
    const response = await app.fetch(new Request(`http://127.0.0.1:4310${path}`));
    expect(response.status).toBe(404);
    // What reaches the app over a socket is not normalised by the platform first.
    if (path.startsWith('/rest/v1/')) expect(() => normalisedPath(`http://h${path}`)).toThrow();
    expect(requests).toEqual([]);
  });

  it('ST-10 an address that the platform normalises is forwarded as normalised, never as sent', async () => {
    for (const path of ['/rest/v1/./a', '/rest/v1/a\\..\\b']) {
      expect(() => normalisedPath(`http://h${path}`)).toThrow();
      await proxied().app.fetch(new Request(`http://127.0.0.1:4310${path}`));
    }
    expect(requests.map(({ url }) => url)).toEqual(['/rest/v1/a', '/rest/v1/b']);
  });

  it('ST-10 keeps an encoded slash of a content key', () => {
    expect(normalisedPath('http://h/rest/v1/content/org%2Fv1%2Fa%20b.pdf?x=..')).toBe(
      '/content/org%2Fv1%2Fa%20b.pdf',
    );
  });

  it('ST-10 the sandbox is off and no local data is read', async () => {
    const { ask } = stubApp(
      { TESTIGO_UPSTREAM: address, TESTIGO_SANDBOX: '1' },
      {},
      { core: () => undefined },
    );
    expect((await ask('/sandbox/session')).status).toBe(404);
    const ready = await ask('/readyz');
    expect(await ready.json()).toMatchObject({ status: 'ready', sandbox: false, upstream: address.slice(7) });
    expect((await ask('/rest/v1/witnesses')).status).toBe(200);
  });

  it('ST-10 an answer that is late is 504, one that is too large or none at all is 502', async () => {
    const quick = createUpstream(new URL(address), { timeout: 100, responseBytes: 1000 });
    const request = (): Request => new Request('http://127.0.0.1:4310/rest/v1/witnesses');
    answer = () => undefined;
    await expect(quick(request())).rejects.toMatchObject({ kind: 'upstream-timeout' });
    answer = (_request, response) => response.end('x'.repeat(1001));
    await expect(quick(request())).rejects.toMatchObject({ kind: 'upstream-failed' });
    const nobody = createUpstream(new URL('http://127.0.0.1:9'));
    await expect(nobody(request())).rejects.toMatchObject({ kind: 'upstream-failed' });
    await expect(quick(new Request('http://h/rest/v1/x', { method: 'PATCH' }))).rejects.toMatchObject({
      kind: 'method-not-allowed',
    });
  });

  it('ST-10 a body past 1 MiB is refused here', async () => {
    const response = await proxied().ask('/rest/v1/witness', { method: 'POST', body: 'x'.repeat(1_048_577) });
    expect(response.status).toBe(413);
    expect(requests).toEqual([]);
  });

  it('ST-10 the address may end in /rest/v1 or not', () => {
    expect(upstreamBase(new URL('https://a.example'))).toBe('https://a.example/rest/v1');
    expect(upstreamBase(new URL('https://a.example/rest/v1/'))).toBe('https://a.example/rest/v1');
    expect(upstreamBase(new URL('https://a.example/base/'))).toBe('https://a.example/base/rest/v1');
  });
});
