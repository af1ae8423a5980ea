import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

// The real process, from the sources, on one data folder: what a restart, a signal and a kill leave behind.

interface Running {
  readonly process: ChildProcess;
  readonly origin: string;
  /** Standard output and error so far. */
  output(): string;
  ended: Promise<number | null>;
}

interface Session {
  organizations: { id: string; name: string; apiKey: string }[];
  subjects: { id: string; commonName: string; accessToken: string }[];
}

const main = join(import.meta.dirname, 'main.ts');
let data: string;
const started: Running[] = [];

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'testigo-process-'));
});
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rm(data, { recursive: true, force: true }));

function launch(environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, PORT: '0', TESTIGO_DATA: data, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const running: Running = {
    process: child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    get origin() {
      return /is ready on (http:\S+)/.exec(output)?.[1] ?? '';
    },
  };
  started.push(running);
  return running;
}

async function start(environment: Record<string, string> = {}): Promise<Running> {
  const running = launch(environment);
  const state = { ended: false };
  void running.ended.then(() => (state.ended = true));
  while (running.origin === '') {
    if (state.ended) throw new Error(`The process ended before it was ready: ${running.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return running;
}

const sessionOf = async ({ origin }: Running): Promise<Session> =>
  (await (await fetch(`${origin}/sandbox/session`)).json()) as Session;

async function stop(running: Running): Promise<number | null> {
  running.process.kill('SIGTERM');
  return running.ended;
}

interface Client {
  readonly organization: string;
  call<T>(method: string, path: string, input?: object): Promise<T>;
}

function clientOf({ origin }: Running, session: Session): Client {
  const [organization] = session.organizations;
  return {
    organization: organization?.id ?? '',
    async call<T>(method: string, path: string, input?: object): Promise<T> {
      const answer = await fetch(`${origin}/rest/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${organization?.apiKey}`, 'content-type': 'application/json' },
        ...(input ? { body: JSON.stringify({ input }) } : {}),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as T;
    },
  };
}

const createWitness = (
  { call, organization }: Client,
  hash = randomBytes(32).toString('hex'),
): Promise<{ id: string; hash: string }> =>
  call('POST', '/witness', { hash, algorithm: 'SHA256', organization });

describe('the process', () => {
  let session: Session;

  it('ST-3 ST-12 starts on an empty folder, is ready when everything is processed, and stops on SIGTERM', async () => {
    const running = await start();
    expect(running.output()).toBe(`Testigo is ready on ${running.origin}\n`);
    expect((await fetch(`${running.origin}/readyz`)).status).toBe(200);
    session = await sessionOf(running);
    expect(session.organizations.length).toBeGreaterThanOrEqual(2);
    expect(session.subjects.length).toBeGreaterThanOrEqual(12);
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
    // The engine of the database gives its files modes of its own; the folder above them lets nobody in.
    const names = await readdir(data, { recursive: true });
    const open = await Promise.all(
      ['.', ...names.filter((name) => !name.startsWith('database/'))].map(async (name) => {
        const found = await stat(join(data, name)).catch(() => undefined);
        return found !== undefined && (found.mode & 0o077) !== 0 ? [name] : [];
      }),
    );
    expect(open.flat()).toEqual([]);
    expect(await stop(running)).toBe(0);
    await expect(stat(join(data, 'lock'))).rejects.toThrow('ENOENT');
  }, 120_000);

  it('ST-9 ST-12 SIGTERM lets an upload in flight finish; after a restart it is there, and the session is the same', async () => {
    const running = await start();
    expect(await sessionOf(running)).toEqual(session);
    const client = clientOf(running, session);
    const bytes = randomBytes(2000);
    const md5 = createHash('md5').update(bytes).digest();
    const { url, key } = await client.call<{ url: string; key: string }>(
      'GET',
      `/sign-file-url?filePath=slow.pdf&md5Checksum=${md5.toString('hex')}`,
    );
    expect(url.startsWith(running.origin)).toBe(true);
    const put = request(url, {
      method: 'PUT',
      headers: { 'content-md5': md5.toString('base64'), 'content-length': bytes.length },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      put.once('response', (response) => resolve(response.statusCode));
      put.once('error', reject);
    });
    await new Promise((resolve) => put.write(bytes.subarray(0, 1000), resolve));
    await new Promise((resolve) => setTimeout(resolve, 300));
    running.process.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(fetch(`${running.origin}/healthz`)).rejects.toThrow('fetch failed');
    put.end(bytes.subarray(1000));
    expect(await answered).toBe(200);
    expect(await running.ended).toBe(0);

    const again = await start();
    const content = await fetch(`${again.origin}/rest/v1/content/${encodeURIComponent(key)}`, {
      headers: { authorization: `Bearer ${session.organizations[0]?.apiKey}` },
    });
    expect(Buffer.from(await content.arrayBuffer())).toEqual(bytes);
    expect(await stop(again)).toBe(0);
  }, 120_000);

  it('ST-21 a start takes how long connections are waited for from its settings', async () => {
    const running = await start({ TESTIGO_TIMEOUT_IDLE: '7', TESTIGO_TIMEOUT_REQUEST: '1' });
    const answer = await fetch(`${running.origin}/healthz`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=7');
    const slow = request(`${running.origin}/rest/v1/witness`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${session.organizations[0]?.apiKey}`,
        'content-type': 'application/json',
        'content-length': 10,
      },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      slow.once('response', (response) => resolve(response.statusCode));
      slow.once('error', reject);
    });
    slow.write('{');
    expect(await status).toBe(408);
    slow.destroy();
    expect(await stop(running)).toBe(0);
  }, 120_000);

  it('ST-44 with the sandbox off its keys and tokens are 401, which the log tells', async () => {
    const running = await start({ TESTIGO_SANDBOX: '0' });
    const { apiKey } = session.organizations[0] ?? { apiKey: '' };
    const { accessToken } = session.subjects[0] ?? { accessToken: '' };
    for (const secret of [apiKey, accessToken]) {
      const answer = await fetch(`${running.origin}/rest/v1/witnesses`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      expect(answer.status).toBe(401);
    }
    // The log comes by a pipe of its own, and may come after the answer.
    await vi.waitFor(() =>
      expect(running.output().match(/is the sandbox's, which is off; it is refused/g)).toHaveLength(2),
    );
    expect(running.output()).not.toContain(apiKey.slice(3));
    expect((await fetch(`${running.origin}/sandbox/session`)).status).toBe(404);
    expect(await stop(running)).toBe(0);
  }, 60_000);

  it('ST-8 ST-9 a second process is refused while the first lives; after kill -9 the next takes over and nothing acknowledged is lost', async () => {
    const first = await start();
    const client = clientOf(first, session);
    const second = launch();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('is in use by process');
    expect(second.output()).not.toContain('\n    at ');

    const acknowledged: string[] = [];
    const writing = (async () => {
      for (;;) acknowledged.push((await createWitness(client)).hash);
    })().catch(() => undefined);
    while (acknowledged.length < 15) await new Promise((resolve) => setTimeout(resolve, 10));
    first.process.kill('SIGKILL');
    await Promise.all([first.ended, writing]);

    const third = await start();
    const after = clientOf(third, session);
    expect(await sessionOf(third)).toEqual(session);
    for (const hash of acknowledged)
      expect(await after.call<{ hash: string }>('GET', `/witness?hash=${hash}`)).toMatchObject({ hash });
    expect(await stop(third)).toBe(0);
  }, 120_000);

  it('what cannot be used is said in one sentence, without a trace', async () => {
    const running = launch({ PORT: 'many' });
    expect(await running.ended).toBe(1);
    expect(running.output()).toBe('PORT is "many"; expected a whole number from 0 to 65535.\n');
    const loud = launch({ TESTIGO_LOG: 'loud' });
    expect(await loud.ended).toBe(1);
    expect(loud.output()).toMatch(/^TESTIGO_LOG is "loud"; expected one of .*\.\n$/);
  });

  it('ST-5 ST-6 a start that lets in more than this machine says so aloud, and says what it lacks', async () => {
    const running = await start({ TESTIGO_SANDBOX: 'open' });
    expect(running.output()).toMatch(/"level":40.*TESTIGO_SANDBOX is \\"open\\": whoever reaches/);
    expect(await stop(running)).toBe(0);
  }, 60_000);

  it('ST-53 a second address answers monitors on another machine, and nothing else', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.2', resolve));
    const { port } = probe.address() as AddressInfo;
    // With an upstream there is no demo to make first.
    const environment = { TESTIGO_METRICS: `127.0.0.2:${port}`, TESTIGO_UPSTREAM: 'http://127.0.0.1:9' };
    const refused = launch(environment);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(`TESTIGO_METRICS is "127.0.0.2:${port}": the port is in use.\n`);
    await new Promise((resolve) => probe.close(resolve));

    const running = await start(environment);
    const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`http://127.0.0.2:${port}${path}`, { headers });
    // What a proxy passed on is answered too: who reaches the address is settled by its network.
    const metrics = await ask('/metrics', { 'x-forwarded-for': '10.0.0.5' });
    expect([metrics.status, metrics.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(await metrics.text()).toMatch(/^testigo_requests_total\{class="2xx"\} \d+$/m);
    expect((await ask('/readyz')).status).toBe(200);
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'alive' });
    for (const path of ['/', '/rest/v1/witnesses', '/sandbox/session', '/uploads/x'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    const passedOn = await fetch(`${running.origin}/metrics`, { headers: { 'x-forwarded-for': '10.0.0.5' } });
    expect(passedOn.status).toBe(404);
    expect(await stop(running)).toBe(0);
    await expect(ask('/metrics')).rejects.toThrow('fetch failed');
  }, 180_000);

  it('ST-10 with an upstream no local data is opened', async () => {
    const folder = join(data, 'never');
    const running = await start({ TESTIGO_UPSTREAM: 'http://127.0.0.1:9', TESTIGO_DATA: folder });
    expect((await fetch(`${running.origin}/rest/v1/witnesses`)).status).toBe(502);
    expect((await fetch(`${running.origin}/sandbox/session`)).status).toBe(404);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    expect(await stop(running)).toBe(0);
  });

  it('ST-50 its spans reach a collector, continue the trace of a request, and have neither key nor query', async () => {
    const bodies: string[] = [];
    const collector = createServer((message, answer) => {
      void text(message).then((body) => {
        bodies.push(body);
        answer.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const running = await start({
      TESTIGO_TRACES: `http://127.0.0.1:${port}/v1/traces`,
      TESTIGO_LOG: 'debug',
    });
    const known = await sessionOf(running);
    const client = clientOf(running, known);
    const { id, hash } = await createWitness(client);
    const trace = randomBytes(16).toString('hex');
    const parent = randomBytes(8).toString('hex');
    const key = known.organizations[0]?.apiKey ?? '';
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${running.origin}/rest/v1/witnesses?_id=${id}`, {
          headers: { authorization: `Bearer ${key}`, traceparent: `00-${trace}-${parent}-01` },
        });
        const { results } = (await answer.json()) as { results: { merkleized: object | null }[] };
        expect(results[0]?.merkleized).toBeTruthy();
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(await stop(running)).toBe(0);
    collector.close();
    const sent = bodies.flatMap((body) => spansOf(JSON.parse(body) as Sent));
    const listed = sent.find(({ name }) => name === 'GET /rest/v1/witnesses');
    expect(listed).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2 });
    // A job that a request woke goes on long after it.
    const preserved = sent.filter(({ name }) => name === 'preserve from preservation_batches');
    expect(
      sent.filter(({ name }) => name === 'the time-stamp').map(({ parentSpanId }) => parentSpanId),
    ).toContain(preserved[0]?.spanId);
    expect(preserved[0]).not.toHaveProperty('parentSpanId');
    for (const secret of [key, hash, id, '?_id']) expect(bodies.join('')).not.toContain(secret);
    expect(running.output()).toContain(`"traceId":"${trace}"`);
  }, 120_000);
});

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
}

/** A request of OTLP over HTTP, in JSON. */
interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const spansOf = ({ resourceSpans }: Sent): SentSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
