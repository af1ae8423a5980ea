import { Agent, createServer, request } from 'node:http';
import type { ClientRequest, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from './service-error.ts';
import { UnknownSecret } from './handlers/access/authenticate.ts';
import { key, stubApp } from './http/testing/stub-app.ts';
import { requestOverWire } from './http/testing/wire.ts';
import type { Wired } from './http/testing/wire.ts';
import { serve } from './serve.ts';
import type { Listening } from './serve.ts';

// What stands between the service and whoever reaches it, over real connections. Another machine is an address of the
// loopback that counts as one.

let listening: Listening | undefined;
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  await listening?.close(0);
});

type Stubbed = Parameters<typeof stubApp>;
const elsewhere = '127.0.0.2';
const isLocal = (address: string): boolean => address !== elsewhere;

async function start(
  environment: Stubbed[0] = {},
  core: Stubbed[1] = {},
  bounds: Parameters<typeof serve>[3] = {},
): Promise<string> {
  const port = (): number => listening?.port ?? 0;
  const { app } = stubApp(environment, core, { port, isLocal, assumedPeer: undefined });
  listening = await serve(app, '127.0.0.1', 0, { isLocal, ...bounds });
  return `http://127.0.0.1:${listening.port}`;
}

const session = async () => ({ organizations: [], subjects: [] });
const sandbox = { sandbox: { session } as never };
const bearer = { authorization: `Bearer ${key}` };
const json = { ...bearer, 'content-type': 'application/json' };
const ruleOf = ({ body }: Wired): unknown =>
  (JSON.parse(body) as { errors: { extensions: { rule: string } }[] }).errors[0]?.extensions.rule;

/** Passes everything on as nginx does without a configuration: HTTP/1.0 and the Host of what is behind. */
async function proxyTo(origin: string, about: { version: '1.0' | '1.1'; headers: object }): Promise<string> {
  const { host, port } = new URL(origin);
  const server = createServer((incoming, answer) => {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    const added = Object.entries(about.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    socket.write(
      `GET ${incoming.url} HTTP/${about.version}\r\nHost: ${host}\r\nConnection: close\r\n${added.join('')}\r\n`,
    );
    let came = '';
    socket.on('data', (chunk) => (came += String(chunk)));
    socket.once('close', () => {
      const [head = '', body = ''] = came.split('\r\n\r\n');
      answer.writeHead(Number(head.split(' ')[1])).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the sandbox over real connections', () => {
  it('ST-6 a forged Host from another machine gets nothing; this machine is answered', async () => {
    const origin = await start({ HOST: '0.0.0.0', TESTIGO_SANDBOX: '1' }, sandbox);
    const { host } = new URL(origin);
    expect((await requestOverWire(`${origin}/sandbox/session`)).status).toBe(200);
    const agent = new Agent({ localAddress: elsewhere });
    const forged = await requestOverWire(`${origin}/sandbox/session`, { agent, headers: { host } });
    expect([forged.status, ruleOf(forged)]).toEqual([403, 'ST-6']);
  });

  it('ST-6 a proxy on this machine lets nobody in, neither as it comes nor when it says for whom it asks', async () => {
    const origin = await start({}, sandbox);
    const plain = await proxyTo(origin, { version: '1.0', headers: {} });
    const telling = await proxyTo(origin, { version: '1.1', headers: { 'X-Forwarded-For': '192.0.2.7' } });
    for (const proxy of [plain, telling]) {
      const answer = await requestOverWire(`${proxy}/sandbox/session`);
      expect([answer.status, ruleOf(answer)]).toEqual([403, 'ST-6']);
    }
  });

  it('ST-6 open, it answers another machine and a proxy, by its own names alone', async () => {
    const origin = await start(
      { HOST: '0.0.0.0', TESTIGO_SANDBOX: 'open', TESTIGO_HOSTS: 'demo.example.com' },
      sandbox,
    );
    const agent = new Agent({ localAddress: elsewhere });
    const ask = (host: string): Promise<Wired> =>
      requestOverWire(`${origin}/sandbox/session`, {
        agent,
        headers: { host, 'x-forwarded-for': '192.0.2.7' },
      });
    expect((await ask('demo.example.com')).status).toBe(200);
    expect((await ask('evil.example')).status).toBe(403);
  });

  it('ST-6 it is off by default where others can reach the service or its database', async () => {
    const shown = async (environment: Stubbed[0]): Promise<unknown> => {
      const { ask } = stubApp(environment);
      return ((await (await ask('/readyz')).json()) as { sandbox: boolean }).sandbox;
    };
    const database = { DATABASE_URL: 'postgres://role@127.0.0.1/x' };
    expect(await shown({})).toBe(true);
    expect(await shown({ HOST: '::1' })).toBe(true);
    expect(await shown({ HOST: '0.0.0.0' })).toBe(false);
    expect(await shown(database)).toBe(false);
    expect(await shown({ ...database, TESTIGO_SANDBOX: '1' })).toBe(true);
    expect(await shown({ TESTIGO_SANDBOX: '0' })).toBe(false);
  });
});

describe('addresses in answers', () => {
  const handlers = { signFileUrl: async () => ({ url: '/uploads/token', key: 'k' }) };
  const path = '/rest/v1/sign-file-url?filePath=a.pdf&md5Checksum=00000000000000000000000000000000';

  it('ST-41 a forged Host stands in no answer', async () => {
    for (const environment of [
      { HOST: '0.0.0.0' },
      { HOST: '0.0.0.0', TESTIGO_PUBLIC_URL: 'https://sign.example.com' },
      { HOST: '0.0.0.0', TESTIGO_HOSTS: 'sign.example.com' },
    ]) {
      const origin = await start(environment, { handlers });
      for (const address of [path, '/rest/v1/openapi.json', '/readyz', '/sandbox/session', '/nowhere']) {
        const answer = await requestOverWire(`${origin}${address}`, {
          headers: { ...bearer, host: 'evil.example:666' },
        });
        expect(JSON.stringify([answer.body, answer.headers])).not.toContain('evil.example');
        if (address === path)
          expect([answer.status, answer.body.includes('https://sign.example.com/uploads/token')]).toEqual(
            'TESTIGO_PUBLIC_URL' in environment ? [200, true] : [403, false],
          );
      }
      await listening?.close(0);
    }
  });

  it('ST-41 on loopback the address by which the caller came stands in it', async () => {
    const origin = await start({}, { handlers });
    const answer = await requestOverWire(`${origin}${path}`, { headers: bearer });
    expect(JSON.parse(answer.body)).toMatchObject({ url: `${origin}/uploads/token` });
  });
});

describe('what no known key asks', () => {
  it('AU-7 a flood of one unknown key asks the database once, and past the rate of its address it is 429', async () => {
    const checked: string[] = [];
    const authenticate = async (secret: string): Promise<never> => {
      checked.push(secret);
      throw new UnknownSecret();
    };
    const origin = await start({ TESTIGO_RATE_ANONYMOUS: '5' }, { authenticate });
    const ask = (secret: string): Promise<Wired> =>
      requestOverWire(`${origin}/rest/v1/server-time`, { headers: { authorization: `Bearer ${secret}` } });
    const statuses = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await ask('one')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(checked).toEqual(['one']);
    const refused = await ask('other');
    expect([refused.status, ruleOf(refused)]).toEqual([429, 'AU-7']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(checked).toEqual(['one']);
  });

  it('AU-7 a key that was known here goes on while others of its address are refused; another address too', async () => {
    const origin = await start({ TESTIGO_RATE_ANONYMOUS: '3' });
    const ask = (headers: Record<string, string>, agent = new Agent()): Promise<number | undefined> =>
      requestOverWire(`${origin}/rest/v1/server-time`, { headers, agent }).then(({ status }) => status);
    expect(await ask(bearer)).toBe(200);
    expect([await ask({}), await ask({}), await ask({})]).toEqual([401, 401, 429]);
    expect(await ask(bearer)).toBe(200);
    expect(await ask({}, new Agent({ localAddress: elsewhere }))).toBe(401);
  });

  it('AU-7 readers with an anonymous key, upload addresses and the description count as well', async () => {
    const origin = await start({ TESTIGO_RATE_ANONYMOUS: '3' });
    const anonymous = `${origin}/rest/v1/signature-request/${'a'.repeat(24)}?anonymousKey=k`;
    expect((await requestOverWire(anonymous)).status).toBe(200);
    expect((await requestOverWire(`${origin}/rest/v1/openapi.json`)).status).toBe(200);
    expect((await requestOverWire(`${origin}/uploads/token`, { method: 'PUT' })).status).toBe(200);
    expect((await requestOverWire(anonymous)).status).toBe(429);
    expect((await requestOverWire(`${origin}/uploads/token`, { method: 'PUT' })).status).toBe(429);
  });

  it('AK-2 a key that is switched on again is let in at once', async () => {
    let enabled = false;
    const authenticate = async () => {
      if (enabled) return { kind: 'key', keyId: 'a', organizationId: 'b' } as const;
      throw new ServiceError('unauthenticated', 'The key is switched off.', { rule: 'AK-2' });
    };
    const origin = await start({}, { authenticate });
    const ask = (): Promise<Wired> => requestOverWire(`${origin}/rest/v1/server-time`, { headers: bearer });
    expect((await ask()).status).toBe(401);
    enabled = true;
    expect((await ask()).status).toBe(200);
  });
});

describe('connections of one address', () => {
  it('ST-42 another machine has as many as it may; others and this machine go on', async () => {
    const origin = await start({ HOST: '0.0.0.0' }, {}, { connectionsPerAddress: 2 });
    const { port } = new URL(origin);
    const hold = async (localAddress: string): Promise<Socket> => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    const [first] = [await hold(elsewhere), await hold(elsewhere)];
    for (let count = 0; count < 5; count += 1) await hold('127.0.0.1');
    const agent = (): Agent => new Agent({ localAddress: elsewhere });
    expect((await requestOverWire(`${origin}/healthz`, { agent: agent() })).status).toBeUndefined();
    expect((await requestOverWire(`${origin}/healthz`)).status).toBe(200);
    first.destroy();
    await expect
      .poll(async () => (await requestOverWire(`${origin}/healthz`, { agent: agent() })).status)
      .toBe(200);
  });
});

describe('requests of one caller behind a proxy', () => {
  it('ST-42 count until their last byte was sent or their connection ended', async () => {
    const size = 64 * 1024 ** 2;
    const document = (bytes: number) => ({
      fileName: 'a.txt',
      type: 'text/plain',
      size: bytes,
      stream: async () => Readable.from([Buffer.alloc(bytes)]),
    });
    const handlers = {
      readContent: async ({ params }: { params: { key: string } }) =>
        document(params.key === 'large' ? size : 1),
    };
    const environment = { TESTIGO_TRUSTED_PROXY: '127.0.0.1', TESTIGO_CONNECTIONS_PER_ADDRESS: '2' };
    const origin = await start(environment, { handlers: handlers as never });
    const ask = async (caller: string): Promise<unknown> => {
      const headers = { ...bearer, 'x-forwarded-for': caller };
      return (await requestOverWire(`${origin}/rest/v1/content/small`, { headers })).status;
    };
    /** A download whose bytes nobody takes. */
    const hold = async (): Promise<ClientRequest> => {
      const headers = { ...bearer, 'x-forwarded-for': '192.0.2.1' };
      const held = request(`${origin}/rest/v1/content/large`, { headers, agent: false });
      held.on('error', () => undefined);
      await new Promise((resolve) => held.once('response', resolve).end());
      return held;
    };
    for (let count = 0; count < 5; count += 1) expect(await ask('192.0.2.1')).toBe(200);
    const [first, second] = [await hold(), await hold()];
    expect(await ask('192.0.2.1')).toBe(429);
    expect(await ask('192.0.2.2')).toBe(200);
    first.destroy();
    await expect.poll(() => ask('192.0.2.1')).toBe(200);
    second.destroy();
  });
});

describe('bodies', () => {
  it('ST-43 GET, HEAD and a DELETE that reads none are 400 with one', async () => {
    const origin = await start({}, sandbox);
    const ask = (method: string, path: string, body?: Uint8Array): Promise<Wired> =>
      requestOverWire(`${origin}${path}`, { method, headers: bearer, body });
    const some = Buffer.from('{}');
    for (const [method, path] of [
      ['GET', '/rest/v1/server-time'],
      ['HEAD', '/rest/v1/server-time'],
      ['GET', '/healthz'],
      ['GET', '/sandbox/session'],
      ['DELETE', `/rest/v1/api-key?id=${'a'.repeat(24)}`],
      ['DELETE', '/sandbox/faults'],
    ] as const) {
      expect([method, path, (await ask(method, path, some)).status]).toEqual([method, path, 400]);
      expect([method, path, (await ask(method, path, Buffer.alloc(0))).status]).toEqual([method, path, 200]);
    }
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${origin}/healthz`, { headers: { 'transfer-encoding': 'chunked' } });
      call.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
      call.end('{}');
    });
    expect(chunked).toBe(400);
  });

  it('ST-21 a body that trickles is cut with 408; a file at the same speed is taken', async () => {
    const taken: number[] = [];
    const receiveUpload = async (
      _token: string,
      _headers: object,
      bytes: AsyncIterable<Uint8Array>,
    ): Promise<void> => {
      let size = 0;
      for await (const chunk of bytes) size += chunk.byteLength;
      taken.push(size);
    };
    const origin = await start({}, { receiveUpload }, { requestTime: 400, uploadTime: 20_000, look: 50 });
    const { port } = new URL(origin);
    const trickle = async (head: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1');
      sockets.push(socket);
      let came = '';
      socket.on('data', (chunk) => (came += String(chunk)));
      socket.on('error', () => undefined);
      const lines = Object.entries(json).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `${head} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}Connection: close\r\nContent-Length: 10\r\n\r\n`,
      );
      let left = 10;
      const sending = setInterval(() => {
        if (left > 0 && socket.writable) socket.write(' ');
        left -= 1;
      }, 100);
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(sending);
      return came;
    };
    const [body, file] = await Promise.all([trickle('POST /rest/v1/witness'), trickle('PUT /uploads/token')]);
    expect(body).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
    expect(body.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(file).toMatch(/^HTTP\/1\.1 200/);
    expect(taken).toEqual([10]);
  });
});
