import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { key, stubApp } from './http/testing/stub-app.ts';
import { requestOverWire } from './http/testing/wire.ts';
import type { Wired } from './http/testing/wire.ts';
import { serve } from './serve.ts';
import type { Listening } from './serve.ts';

let listening: Listening | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.close(0);
});

type Stubbed = Parameters<typeof stubApp>;

async function start(
  bounds: Parameters<typeof serve>[3] = {},
  environment: Stubbed[0] = {},
  core: Stubbed[1] = {},
): Promise<number> {
  const { app } = stubApp(environment, core, { port: () => listening?.port ?? 0 });
  listening = await serve(app, '127.0.0.1', 0, bounds);
  return listening.port;
}

/** A connection by hand: what came, and when it ended. */
function open(port: number): { write(text: string): void; came(): string; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let came = '';
  socket.on('data', (chunk) => (came += String(chunk)));
  socket.on('error', () => undefined);
  return {
    write: (text) => void socket.write(text),
    came: () => came,
    ended: new Promise((resolve) => socket.once('close', () => resolve(came))),
  };
}

const head = (port: number, ...lines: string[]): string =>
  [
    `POST /rest/v1/witness HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    ...lines,
  ].join('\r\n');

/** The status and the words of an answer that came by hand. */
function read(text: string): { status: number; code: string | undefined } {
  const [first = '', body = ''] = text.split('\r\n\r\n');
  const { errors } = JSON.parse(body) as { errors: { extensions: { code: string } }[] };
  return { status: Number(first.split(' ')[1]), code: errors[0]?.extensions.code };
}

describe('connections', () => {
  it('ST-21 headers past the limit are 431, in the words of any refusal; below it they are read', async () => {
    const port = await start();
    const ask = (length: number): Promise<Wired> =>
      requestOverWire(`http://127.0.0.1:${port}/rest/v1/server-time`, {
        headers: { authorization: `Bearer ${key}`, 'x-long': 'x'.repeat(length) },
      });
    expect((await ask(60_000)).status).toBe(200);
    const refused = await ask(66_000);
    expect([refused.status, refused.headers.connection]).toEqual([431, 'close']);
    expect(JSON.parse(refused.body)).toMatchObject({
      errors: [
        { extensions: { code: 'REQUEST_HEADER_FIELDS_TOO_LARGE', rule: 'ST-21', http: { status: 431 } } },
      ],
    });
    expect((await ask(10)).status).toBe(200);
  });

  it('ST-21 whoever sends its headers or its body too slowly is reported 408 and closed; others are served meanwhile', async () => {
    const port = await start({ headersTime: 300, requestTime: 900, look: 50 });
    const [slowHead, slowBody] = [open(port), open(port)];
    slowHead.write(`${head(port)}\r\nX-`);
    slowBody.write(`${head(port, 'Content-Type: application/json', 'Content-Length: 100')}\r\n\r\n{"inp`);
    const others = setInterval(() => slowBody.write(' '), 100);
    try {
      expect(read(await slowHead.ended)).toEqual({ status: 408, code: 'REQUEST_TIMEOUT' });
      expect((await requestOverWire(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      expect(read(await slowBody.ended)).toEqual({ status: 408, code: 'REQUEST_TIMEOUT' });
    } finally {
      clearInterval(others);
    }
  });

  it('ST-21 whoever was reported 408 and keeps its own half open holds no connection', async () => {
    const port = await start({ headersTime: 100, look: 20, connections: 1 });
    const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(half);
    half.on('error', () => undefined);
    half.resume();
    half.write(`${head(port)}\r\nX-`);
    await new Promise((resolve) => half.once('end', resolve));
    await expect
      .poll(async () => (await requestOverWire(`http://127.0.0.1:${port}/healthz`)).status, {
        timeout: 5_000,
      })
      .toBe(200);
  });

  it('ST-21 keep-alive outlasts that of a proxy, so that no request meets a closing connection', async () => {
    const port = await start();
    const connection = open(port);
    connection.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await expect.poll(() => connection.came()).toMatch(/\r\nKeep-Alive: timeout=75\r\n/i);
  });

  it('ST-21 a connection without a byte either way is closed', async () => {
    const port = await start({ silence: 200, requestTime: 60_000, headersTime: 60_000 });
    const silent = open(port);
    silent.write(`${head(port, 'Content-Type: application/json', 'Content-Length: 100')}\r\n\r\n{`);
    expect(await silent.ended).toBeTypeOf('string');
  });

  it('ST-21 whoever waits for the service is not silent, however long it takes', async () => {
    let end: (() => void) | undefined;
    const receiveUpload = (): Promise<void> => new Promise((resolve) => (end = resolve));
    const port = await start({ silence: 100 }, {}, { receiveUpload });
    const body = Buffer.from('x');
    const response = requestOverWire(`http://127.0.0.1:${port}/uploads/token`, { method: 'PUT', body });
    await new Promise((resolve) => setTimeout(resolve, 400));
    end?.();
    expect((await response).status).toBe(200);
  });

  it('ST-21 whoever does not take its answer is closed', async () => {
    const large = { readServerTime: async () => ({ time: 'x'.repeat(50_000_000) }) };
    const port = await start({ silence: 300 }, {}, { handlers: large });
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(
      `GET /rest/v1/server-time HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    let came = 0;
    // The answer has begun: from here on nothing of it is taken, for much longer than may be.
    await new Promise<void>((resolve) =>
      socket.once('data', (chunk) => {
        socket.pause();
        came += chunk.length;
        resolve();
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 2000));
    socket.on('data', (chunk) => (came += chunk.length));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(came).toBeLessThan(50_000_000);
  });

  it('ST-21 connections beyond the limit are refused; the others go on', async () => {
    const port = await start({ connections: 2 });
    const connections = [open(port), open(port)];
    for (const { write } of connections) write(`${head(port)}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await requestOverWire(`http://127.0.0.1:${port}/healthz`)).status).toBeUndefined();
    connections[0]?.write(
      `Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(await connections[0]?.ended).toMatch(/^HTTP\/1\.1 422/);
    expect((await requestOverWire(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('ST-46 each connection that comes while a busy server closes is answered or refused, and none is cut', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { app } = stubApp({}, {}, { port: () => listening?.port ?? 0 });
      app.get('/busy', async (context) => {
        await setImmediate();
        for (const until = performance.now() + 4; performance.now() < until;);
        return context.text('');
      });
      listening = await serve(app, '127.0.0.1', 0);
      const client = new Worker(new URL('testing/connecting-client.mjs', import.meta.url), {
        workerData: { port: listening.port, clients: 16 },
      });
      await once(client, 'message');
      await delay(100);
      await listening.close(5_000);
      // As the client posts it.
      const [{ answered, failed }] = (await once(client, 'message')) as [
        { answered: number; failed: string[] },
      ];
      expect(answered).toBeGreaterThan(16);
      expect(failed).toEqual([]);
    }
  }, 60_000);

  it('ER-3 what is no HTTP at all is refused, in the words of any refusal', async () => {
    const port = await start();
    const foreign = open(port);
    foreign.write('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n');
    expect(read(await foreign.ended)).toEqual({ status: 400, code: 'BAD_REQUEST' });
  });

  it.each([
    ['OPTIONS *', 'Host: 127.0.0.1'],
    ['GET /healthz', 'Host: a b'],
    ['GET /healthz', 'Host: x/y'],
    ['GET /healthz', 'Host:'],
    ['GET http://[/', 'Host: 127.0.0.1'],
  ])('ER-1 %s with "%s" is refused, in the words and with the headers of any refusal', async (line, host) => {
    const port = await start();
    const foreign = open(port);
    foreign.write(`${line} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
    const answer = await foreign.ended;
    expect(read(answer)).toEqual({ status: 400, code: 'BAD_REQUEST' });
    const names = answer
      .toLowerCase()
      .split('\r\n')
      .map((header) => header.split(':')[0]);
    expect(names).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-content-type-options',
        'content-security-policy',
        'cache-control',
      ]),
    );
  });

  it('WI-13 a body past the limit is 413 as soon as it is known, and its sender is not read on', async () => {
    const port = await start();
    const json = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = Buffer.alloc(3_000_000, 0x20);
    const reported = await requestOverWire(`http://127.0.0.1:${port}/rest/v1/witness`, {
      method: 'POST',
      headers: json,
      body,
    });
    expect(reported.status).toBe(413);
    const endless = open(port);
    endless.write(`${head(port, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}\r\n\r\n`);
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const sending = setInterval(() => endless.write(chunk), 5);
    try {
      expect(await endless.ended).toMatch(/^HTTP\/1\.1 413/);
    } finally {
      clearInterval(sending);
    }
  });
});

describe('uploads at once', () => {
  it('UP-8 past the limit they are 503 with Retry-After; when one has ended another is accepted', async () => {
    const waiting: (() => void)[] = [];
    const receiveUpload = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
    const port = await start({}, { TESTIGO_UPLOADS: '3' }, { receiveUpload });
    const put = (): Promise<Wired> =>
      requestOverWire(`http://127.0.0.1:${port}/uploads/token`, { method: 'PUT', body: Buffer.from('x') });
    const inside = [put(), put(), put()];
    while (waiting.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await put();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ extensions: { rule: 'UP-8' } }] });
    for (const end of waiting.splice(0)) end();
    expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = put();
    while (waiting.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    waiting[0]?.();
    expect((await after).status).toBe(200);
  });

  it('UP-8 an upload that fails gives its place back', async () => {
    const receiveUpload = (): Promise<never> => Promise.reject(new Error('broken'));
    const port = await start({}, { TESTIGO_UPLOADS: '1' }, { receiveUpload });
    for (let count = 0; count < 3; count += 1) {
      const { status } = await requestOverWire(`http://127.0.0.1:${port}/uploads/token`, { method: 'PUT' });
      expect(status).toBe(500);
    }
  });
});
