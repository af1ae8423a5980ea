import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachment } from './content.ts';
import { createLog, describeError, withoutSecrets } from './monitoring/log.ts';
import { accepts, openPages } from './pages.ts';
import type { Pages } from './pages.ts';
import type { Sandbox } from './ports.ts';
import { key, stubApp } from './testing/stub-app.ts';

const connect = 'https://api.example.com,https://store.example:8443';
const first = 'first();';
const html = `<!doctype html><title>Testigo</title><script>${first}</script>`.padEnd(1000);
const firstDigest = createHash('sha256').update(first).digest('base64');
const policy =
  `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-${firstDigest}'; ` +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; manifest-src 'self'; connect-src 'self' https://api.example.com https://store.example:8443; object-src 'none'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default";

const script = 'export const a = 1;'.padEnd(1000);
const browser = { accept: 'text/html,application/xhtml+xml', authorization: '' };

let folder: string;
let pages: Pages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-pages-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await mkdir(join(folder, 'web/.vite'));
  const files: Record<string, string | Buffer> = {
    'secret.txt': 'outside',
    'web/index.html': html,
    'web/other.js': script,
    'web/sw.js': script,
    'web/manifest.webmanifest': '{}',
    'web/assets/main-AbCd_123.js': script,
    'web/assets/main-AbCd_123.js.br': brotliCompressSync(script),
    'web/assets/main-AbCd_123.js.gz': gzipSync(script),
    'web/.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  pages = await openPages(join(folder, 'web'), connect.split(','));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const open = (environment: Record<string, string> = { TESTIGO_CONNECT: connect }) =>
  stubApp(environment, {}, { pages });

describe('pages', () => {
  it('ST-7 a file that could not be read is read again for the next who wants it', async () => {
    const file = join(folder, 'web/assets/away-Bc12.js');
    const away = join(folder, 'away');
    await writeFile(file, 'away();');
    const { ask } = stubApp({}, {}, { pages: await openPages(join(folder, 'web'), []) });
    await rename(file, away);
    expect((await ask('/assets/away-Bc12.js')).status).toBe(500);
    await rename(away, file);
    const answer = await ask('/assets/away-Bc12.js');
    expect([answer.status, await answer.text()]).toEqual([200, 'away();']);
  });

  it('ST-7 every page carries exactly the policy, with the origins of TESTIGO_CONNECT', async () => {
    const { ask } = open();
    for (const path of [
      '/',
      '/requests/abc?status=open',
      '/sandbox',
      '/other.js',
      '/assets/main-AbCd_123.js',
    ]) {
      const answer = await ask(path, { headers: browser });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-security-policy')).toBe(policy);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('ST-7 responses other than pages get the strictest policy and are not cached', async () => {
    const { ask } = open();
    for (const path of ['/rest/v1/server-time', '/rest/v1/nope', '/healthz', '/readyz', '/sandbox/session']) {
      const answer = await ask(path);
      expect(answer.headers.get('content-security-policy'), path).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(answer.headers.get('cache-control'), path).toBe('no-store');
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  it('ER-4 an unknown address that a browser opens is the app, any other is 404', async () => {
    const { ask } = open();
    expect(await (await ask('/anything/at/all', { headers: browser })).text()).toBe(html);
    expect((await ask('/anything', { headers: { accept: 'application/json' } })).status).toBe(404);
    for (const path of ['/rest/v1/x', '/rest', '/sandbox/x', '/uploads/x/y', '/assets/gone-AbCd_123.js'])
      expect([path, (await ask(path, { headers: browser })).status]).toEqual([path, 404]);
    expect((await ask('/anything', { method: 'POST', headers: browser })).status).toBe(404);
  });

  it('ST-7 nothing but the files of the build can be had', async () => {
    const { ask } = open();
    const paths = ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/.vite/manifest.json'];
    for (const path of [...paths, '/assets/main-AbCd_123.js.br', '/%00', '/%zz', '/assets/']) {
      const answer = await ask(path, { headers: { accept: '*/*' } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('ST-7 hashed files are cached for ever, pages are revalidated, and answered 304 when unchanged', async () => {
    const { ask } = open();
    const asset = await ask('/assets/main-AbCd_123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await ask('/', { headers: browser });
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const etag = page.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await ask('/', { headers: { ...browser, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('ST-7 the service worker and the manifest are revalidated each time, with their own media types', async () => {
    const { ask } = open();
    const state = async (path: string): Promise<(string | null)[]> => {
      const { headers } = await ask(path, { headers: { accept: '*/*' } });
      return ['content-type', 'cache-control', 'content-security-policy'].map((name) => headers.get(name));
    };
    expect(await state('/sw.js')).toEqual(['text/javascript; charset=utf-8', 'no-cache', policy]);
    expect(await state('/manifest.webmanifest')).toEqual(['application/manifest+json', 'no-cache', policy]);
  });

  it('ST-7 compressed twins are sent to those who take them', async () => {
    const { ask } = open();
    const encoded = async (accept: string): Promise<(string | null)[]> => {
      const answer = await ask('/assets/main-AbCd_123.js', { headers: { 'accept-encoding': accept } });
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      return [answer.headers.get('content-encoding')];
    };
    expect(await encoded('gzip, deflate, br')).toEqual(['br']);
    expect(await encoded('gzip')).toEqual(['gzip']);
    expect(await encoded('br;q=0, gzip;q=0.5')).toEqual(['gzip']);
    expect(await encoded('')).toEqual([null]);
    expect(accepts('brotli', 'br')).toBe(false);
  });

  it('ST-3 /healthz answers while the process lives, /readyz when everything is processed', async () => {
    let ready = false;
    const { ask } = stubApp({}, { ready: () => ready });
    expect((await ask('/healthz')).status).toBe(200);
    const starting = await ask('/readyz');
    expect([starting.status, starting.headers.get('retry-after')]).toEqual([503, '1']);
    ready = true;
    expect((await ask('/readyz')).status).toBe(200);
    const none = stubApp({}, {}, { core: () => undefined });
    expect((await none.ask('/readyz')).status).toBe(503);
    const early = await none.ask('/rest/v1/server-time');
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  });

  const json = (body: unknown): RequestInit => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  it('ST-6 the sandbox is 404 when it is off, 405 by another method, 400 for another id', async () => {
    const session = { organizations: [], subjects: [] };
    const acted: string[] = [];
    const act = async (id: string): Promise<unknown> => acted.push(id);
    const anchors = { version: 'x', anchors: [], recipe: 'ascii-hex-sorted/1', endorsers: [] } as const;
    const read = { session: async () => session, anchors: async () => anchors, stories: async () => [] };
    const ocsp = async (request: Uint8Array): Promise<Uint8Array> => request;
    const rpc = async (body: unknown): Promise<unknown> => body;
    const moves: unknown[] = [];
    const state = { now: '2026-11-20T12:00:00.000Z', offset: 0 };
    const clock = async () => state;
    const moveClock = async (to: unknown) => (moves.push(to), state);
    const log = {
      checkpoint: async () => 'note',
      tile: async (path: string) => Buffer.from(path),
      inclusion: act,
      consistency: act,
    } as unknown as Sandbox['log']; // only whether it is reached is tested here
    const sandbox = {
      ...read,
      log,
      clock,
      moveClock,
      ocsp,
      rpc,
      claim: act,
      pass: act,
      sign: act,
      reject: act,
    };
    const on = stubApp({}, { sandbox });
    const off = stubApp({ TESTIGO_SANDBOX: '0' }, { sandbox });
    expect(await (await on.ask('/sandbox/session', { headers: { authorization: '' } })).json()).toEqual(
      session,
    );
    expect(await (await on.ask('/sandbox/anchors')).json()).toEqual(anchors);
    expect(await (await on.ask('/sandbox/stories')).json()).toEqual([]);
    expect((await off.ask('/sandbox/clock')).status).toBe(404);
    for (const page of ['session', 'anchors', 'stories']) {
      expect((await off.ask(`/sandbox/${page}`)).status).toBe(404);
      expect((await on.ask(`/sandbox/${page}`, { method: 'POST' })).status).toBe(405);
    }
    expect(await (await on.ask('/sandbox/log/tile/0/x001/000.p/3')).text()).toBe('tile/0/x001/000.p/3');
    expect((await off.ask('/sandbox/log/checkpoint')).status).toBe(404);
    const move = async (body: unknown): Promise<number> =>
      (await on.ask('/sandbox/clock', { method: 'POST', ...json(body) })).status;
    expect(await (await on.ask('/sandbox/clock')).json()).toEqual(state);
    expect((await on.ask('/sandbox/clock', { method: 'PUT' })).status).toBe(405);
    const at = '2027-01-01T00:00:00Z';
    for (const wrong of [
      {},
      [],
      { advance: 1, at },
      { advance: -1 },
      { advance: '1' },
      { at: '2027-02-31' },
      { at, x: 1 },
    ])
      expect(await move(wrong), JSON.stringify(wrong)).toBe(400);
    expect([await move({ advance: 1.5 }), await move({ at })]).toEqual([200, 200]);
    expect(moves).toEqual([{ advance: 1.5 }, { at: new Date(at) }]);
    const response = await on.ask('/sandbox/ocsp', { method: 'POST', body: Buffer.from('query') });
    expect([await response.text(), response.headers.get('content-type')]).toEqual([
      'query',
      'application/ocsp-response',
    ]);
    expect((await on.ask('/sandbox/ocsp')).status).toBe(405);
    const long = { method: 'POST', body: Buffer.alloc(20_000) };
    expect((await on.ask('/sandbox/ocsp', long)).status).toBe(413);
    expect((await off.ask('/sandbox/ocsp', { method: 'POST' })).status).toBe(404);
    const id = 'ABCDEF0123456789abcdef01';
    expect((await on.ask(`/sandbox/invites/${id}/sign`)).status).toBe(405);
    expect((await on.ask('/sandbox/invites/x/sign', { method: 'POST' })).status).toBe(400);
    expect((await on.ask(`/sandbox/invites/${id}/sign`, { method: 'POST' })).status).toBe(200);
    const foreign = { origin: 'https://evil.example' };
    expect((await on.ask(`/sandbox/invites/${id}/reject`, { method: 'POST', headers: foreign })).status).toBe(
      403,
    );
    expect((await on.ask('/sandbox/session', { headers: foreign })).status).toBe(403);
    expect(acted).toEqual([id.toLowerCase()]);
  });

  it('ST-5 another Host is refused for every address', async () => {
    const { ask } = open();
    for (const path of ['/', '/rest/v1/server-time', '/healthz', '/sandbox/session', '/uploads/x'])
      expect((await ask(path, { headers: { host: 'evil.example' } })).status, path).toBe(403);
  });
});

describe('content', () => {
  it.each([
    ['contract.pdf', `attachment; filename="contract.pdf"; filename*=UTF-8''contract.pdf`],
    [
      'a/b/Pagaré año.pdf',
      `attachment; filename="Pagar_ a_o.pdf"; filename*=UTF-8''Pagar%C3%A9%20a%C3%B1o.pdf`,
    ],
    [`x"\\y;*'().txt`, `attachment; filename="y;*'().txt"; filename*=UTF-8''y%3B%2A%27%28%29.txt`],
    ['a"b%41.txt', `attachment; filename="a_b_41.txt"; filename*=UTF-8''a%22b%2541.txt`],
    ['a\r\nSet-Cookie: x', `attachment; filename="aSet-Cookie: x"; filename*=UTF-8''aSet-Cookie%3A%20x`],
    ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
    ['contrato\u202efdp.exe', `attachment; filename="contratofdp.exe"; filename*=UTF-8''contratofdp.exe`],
    ['a/', `attachment; filename="document"; filename*=UTF-8''document`],
  ])('CO-2 names %j by RFC 8187', (path, expected) => {
    expect(attachment(path)).toBe(expected);
    expect(() => new Headers({ 'content-disposition': expected })).not.toThrow();
  });
});

describe('the log', () => {
  it('AU-4 holds no key, token, upload address or anonymous key, however a request is made', async () => {
    const stub = open({ TESTIGO_RATE: '0' });
    const secrets = ['tok-0123456789abcdef', 'anon-secret-0123456789', key];
    const [token, anonymous] = secrets;
    await stub.ask(`/uploads/${token}`, { method: 'PUT', body: 'x' });
    await stub.ask(`/uploads/${token}`, { method: 'GET' });
    await stub.ask(`/uploads/${token}/x`);
    await stub.ask(
      `/rest/v1/signature-request/${'a'.repeat(24)}?anonymousKey=${anonymous}&extra=${anonymous}`,
    );
    await stub.ask(`/rest/v1/${anonymous}`);
    await stub.ask(`/${token}`, { headers: browser });
    await stub.ask('/rest/v1/signature-request', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: { anonymousKey: anonymous }, other: anonymous }),
    });
    expect(stub.lines.length).toBeGreaterThanOrEqual(7);
    for (const secret of secrets) expect(stub.lines.join('\n')).not.toContain(secret);
  });

  it('AU-4 cuts secrets out of errors and fields', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const cause = new Error('connect postgres://user:pass@host/db failed');
    log.error({ err: new Error('Bearer abc.def refused; PUT http://h/uploads/zzz failed', { cause }) }, 'x');
    log.info(
      { token: 'abc.def', request: { headers: { authorization: 'abc.def' }, url: '/uploads/zzz' } },
      'y',
    );
    log.info({ session: { apiKey: 'abc.def', accessToken: 'abc.def' } }, 'z');
    const text = lines.join('');
    for (const secret of ['abc.def', 'zzz', 'user:pass']) expect(text).not.toContain(secret);
    expect(text).toContain('failed');
    expect(describeError('plain').message).toBe('plain');
    expect(withoutSecrets('?anonymousKey=abc&x=1')).toBe('?anonymousKey=[removed]&x=1');
  });
});
