import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { tierIncludes, tiers } from '#contract/schema/tiers.ts';
import { addressOf } from './testing/address.ts';
import { refusal } from './testing/refusal.ts';
import { key, stubApp } from './testing/stub-app.ts';

const id = '0123456789abcdef01234567';
const { ask } = stubApp();

describe('addresses', () => {
  it('ER-4 unknown paths below /rest and /sandbox are 404 as JSON, with or without a key', async () => {
    for (const path of [
      '/rest',
      '/rest/v1',
      '/rest/v1/nope',
      '/rest/v2/witnesses',
      '/rest/v1/witnesses/',
      '/sandbox/nope',
    ])
      for (const headers of [{}, { accept: 'text/html', authorization: '' }]) {
        const answer = await ask(path, { headers });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        await refusal(answer);
      }
  });

  it('ER-4 a wrong method is 405 with Allow, OPTIONS says what there is, HEAD is GET without a body', async () => {
    const wrong = await ask('/rest/v1/witnesses', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await ask('/rest/v1/signature-request', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, PUT, OPTIONS']);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
    const head = await ask('/rest/v1/witnesses', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('AU-1 every operation that needs a key is 401 without one, before anything else is looked at', async () => {
    for (const [name, operation] of Object.entries(allOperations)) {
      if (operation.access === 'open') continue;
      for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${key}`, `bearer  ${key}x`]) {
        const answer = await ask(addressOf(operation), {
          method: operation.method,
          headers: { authorization },
        });
        expect([name, answer.status, answer.headers.get('www-authenticate')]).toEqual([name, 401, 'Bearer']);
        await refusal(answer);
      }
    }
  });

  it('SR-9 only what an anonymous key may read is read without a bearer key', async () => {
    for (const [name, operation] of Object.entries(allOperations)) {
      if (operation.access === 'open' || operation.method !== 'GET') continue;
      const answer = await ask(`${addressOf(operation)}?anonymousKey=abc`, {
        headers: { authorization: '' },
      });
      expect([name, answer.status]).toEqual([name, operation.access === 'key-or-anonymous' ? 200 : 401]);
    }
    const wrong = await ask(`/rest/v1/signature-request/${id}?anonymousKey=abc`, {
      headers: { authorization: 'Bearer wrong' },
    });
    expect(wrong.status).toBe(401);
  });

  it('ST-4 operations above the tier are 404, those within it are there', async () => {
    for (const tier of tiers) {
      const service = stubApp({ TESTIGO_TIER: tier });
      for (const [name, operation] of Object.entries(allOperations)) {
        const answer = await service.ask(addressOf(operation), {
          method: operation.method,
          headers: { authorization: '' },
        });
        const there = tierIncludes(tier, operation.tier);
        // A path may be shared with a lower tier's operation of another method.
        if (there) expect([name, [200, 401]].flat(), name).toContain(answer.status);
        else expect([404, 405], `${tier} ${name}`).toContain(answer.status);
      }
    }
  });

  it('RT-1 a bucket that cannot be is 404, another id of a wrong form 400', async () => {
    expect((await ask('/rest/v1/weekly-bucket-usdcmxn-rate/abc')).status).toBe(404);
    expect(await refusal(await ask('/rest/v1/witnesses/x'))).toEqual([404, undefined]);
    expect(await refusal(await ask('/rest/v1/signature-request-invite/xyz'))).toEqual([400, ['id']]);
    expect(await refusal(await ask('/rest/v1/wallet/0x12'))).toEqual([400, ['id']]);
  });

  it('CO-1 the key of content may have slashes, encoded or not', async () => {
    const org = 'b'.repeat(24);
    for (const path of [`${org}%2Fv1%2Fa%20%C3%A9.pdf`, `${org}/v1/a%20%C3%A9.pdf`]) {
      const call = await (await ask(`/rest/v1/content/${path}`)).json();
      expect(call).toMatchObject({ params: { key: `${org}/v1/a é.pdf` } });
    }
  });
});

describe('refusals', () => {
  it('ER-1 what a handler did not foresee is 500, said without a detail and logged without a value', async () => {
    const error = new Error('Failed query: select $1 params: s3cret-value');
    const stub = stubApp({}, { handlers: { readServerTime: () => Promise.reject(error) } });
    const answer = await stub.ask('/rest/v1/server-time');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('query');
    const logged = stub.lines.join('\n');
    expect(logged).toContain('Failed query');
    expect(logged).not.toContain('s3cret-value');
    expect(logged).not.toContain(key);
  });

  it('AU-6 past the rate a key is refused with 429 and Retry-After, another is not', async () => {
    const caller = (secret: string) =>
      ({ kind: 'key', keyId: secret, organizationId: 'b'.repeat(24) }) as const;
    const stub = stubApp(
      { TESTIGO_RATE: '3' },
      { authenticate: async (secret) => caller(secret) },
      { tick: () => 30_000 },
    );
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await stub.ask('/rest/v1/server-time')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await stub.ask('/rest/v1/server-time');
    expect(refused.headers.get('retry-after')).toBe('60');
    const other = await stub.ask('/rest/v1/server-time', { headers: { authorization: 'Bearer other' } });
    expect(other.status).toBe(200);
  });

  it('ER-3 no query and no body makes the binding fail', async () => {
    const stub = stubApp();
    const operations = Object.values(allOperations);
    const value = fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 4 }).map((item) => JSON.stringify(item)),
      fc.constantFrom('{', '[', '{"eq":', '%00', '9'.repeat(400), '1e999', '{"$gt":""}', '{"__proto__":{}}'),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.string(), value, value, async (at, name, first, second) => {
        const operation = operations[at % operations.length]!;
        const names = [...Object.keys(operation.query ?? {}), name];
        const query = names
          .map(
            (known) =>
              `${encodeURIComponent(known.replace(/\p{Cs}/gu, ''))}=${encodeURIComponent(first.replace(/\p{Cs}/gu, ''))}`,
          )
          .join('&');
        const body =
          operation.method === 'GET' ? {} : { body: second, headers: { 'content-type': 'application/json' } };
        const answer = await stub.ask(`${addressOf(operation)}?${query}`, {
          method: operation.method,
          ...body,
        });
        expect(answer.status, stub.lines.at(-1) ?? '').not.toBe(500);
      }),
      { numRuns: 400 },
    );
  });
});
