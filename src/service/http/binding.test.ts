import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import { tierIncludes, tiers } from '#contract/tiers.ts';
import { bodyOfError, key, stubApp } from './testing/stub-app.ts';

const id = '0123456789abcdef01234567';
const { ask, lines } = stubApp();

const text = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const refusal = async (response: Response): Promise<[number, (string | number)[] | undefined]> => {
  const body = await bodyOfError(response);
  const [first] = body.errors;
  expect(first?.extensions.http.status).toBe(response.status);
  expect(first?.message).toMatch(/\S/);
  return [response.status, first?.path];
};
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('arguments', () => {
  it.each([
    ['hash=AB12', { hash: { eq: 'AB12' } }],
    [`hash=${text({ in: ['ab', 'cd'], exists: true })}`, { hash: { in: ['ab', 'cd'], exists: true } }],
    [`_id=${id}`, { _id: { eq: id } }],
    ['algorithm=SHA256', { algorithm: { eq: 'SHA256' } }],
    [`algorithm=${text('SHA256')}`, { algorithm: { eq: 'SHA256' } }],
    ['claimed=true&claimable=false', { claimed: true, claimable: false }],
    [`sort=${text({ field: 'updatedAt', order: 'asc' })}`, { sort: { field: 'updatedAt', order: 'asc' } }],
    [`pagination=${text({ page: 2, size: 100 })}`, { pagination: { page: 2, size: 100 } }],
    [`nom151=${text({ provider: { eq: 'X' } })}`, { nom151: { provider: { eq: 'X' } } }],
    [`createdAt=${text({ gte: '2026-11-01T00:00:00Z' })}`, { createdAt: { gte: '2026-11-01T00:00:00Z' } }],
  ])('WI-1 reads /witnesses?%s', async (query, expected) => {
    const answer = await ask(`/rest/v1/witnesses?${query}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ query: expected });
  });

  it.each([
    ['hash=xyz', 'hash'],
    ['hash=%7B', 'hash'],
    [`hash=${text(['ab'])}`, 'hash'],
    [`hash=${text({ like: 'ab' })}`, 'hash'],
    [`_id=${text({ in: ['nope'] })}`, '_id'],
    [`_id=${text({ in: Array.from({ length: 600 }, () => id) })}`, undefined],
    ['claimed=1', 'claimed'],
    ['claimed=True', 'claimed'],
    ['claimed=', 'claimed'],
    ['claimed=true&claimed=true', 'claimed'],
    ['sort=createdAt', 'sort'],
    [`sort=${text({ field: 'name', order: 'asc' })}`, 'sort'],
    [`sort=${text({ field: 'createdAt' })}`, 'sort'],
    [`pagination=${text({ page: 0 })}`, 'pagination'],
    [`pagination=${text({ size: 101 })}`, 'pagination'],
    [`pagination=${text({ size: 1.5 })}`, 'pagination'],
    ['pagination=2', 'pagination'],
    ['createdAt=2026-11-01T00:00:00Z', 'createdAt'],
    [`createdAt=${text({ gte: '2026-11-01' })}`, 'createdAt'],
    [`createdAt=${text({ gte: '2026-13-01T00:00:00Z' })}`, 'createdAt'],
    [`createdAt=${text({ lte: '0000-01-01T00:00:00Z' })}`, 'createdAt'],
    ['createdAt=%7B%22gte%22%3A1%2C%22gte%22%3A2%7D', 'createdAt'],
    [`algorithm=${text({ eq: 'a\u0000b' })}`, 'algorithm'],
  ])('WI-1 refuses /witnesses?%s naming %s', async (query, name) => {
    const answer = await ask(`/rest/v1/witnesses?${query}`);
    const [status, path] = await refusal(answer);
    if (name === undefined) expect(status).toBe(414);
    else {
      expect(status).toBe(400);
      expect(path?.[0]).toBe(name);
    }
  });

  it('WI-4 WI-5 the default order and page are the handler’s: nothing is put into the call', async () => {
    expect(await (await ask('/rest/v1/witnesses')).json()).toMatchObject({ query: {} });
  });

  it('WI-2 ignores unknown parameters and tells the log their names, not their values', async () => {
    lines.length = 0;
    const answer = await ask('/rest/v1/witnesses?colour=blue-secret&colour=red&claimed=true');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ query: { claimed: true } });
    const told = lines.filter((line) => line.includes('unknown parameters'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"unknown":["colour"]');
    expect(told[0]).not.toContain('blue-secret');
  });

  it('WI-3 refuses a filter 9 deep and a list of 1,001 items', async () => {
    const nest = (depth: number): unknown => (depth === 1 ? {} : { AND: [nest(depth - 1)] });
    expect((await ask(`/rest/v1/endorse-events?where=${text(nest(8))}`)).status).toBe(200);
    expect(await refusal(await ask(`/rest/v1/endorse-events?where=${text(nest(9))}`))).toEqual([
      400,
      ['where'],
    ]);
    const list = (count: number): string =>
      `timestamp_in%22:%5B${Array.from({ length: count }, () => '1').join()}`;
    expect((await ask(`/rest/v1/endorse-events?where=%7B%22${list(1000)}%5D%7D`)).status).toBe(200);
    const [status, path] = await refusal(
      await ask(`/rest/v1/endorse-events?where=%7B%22${list(1001)}%5D%7D`),
    );
    expect([status, path?.[0]]).toEqual([400, 'where']);
  });

  it('WI-1 every required parameter that is missing is 400 and named', async () => {
    for (const operation of Object.values(allOperations)) {
      for (const [name, argument] of Object.entries(operation.query ?? {})) {
        if (!argument.required) continue;
        const answer = await ask(addressOf(operation), { method: operation.method });
        const [status, path] = await refusal(answer);
        expect([status, Object.keys(operation.query ?? {}).includes(String(path?.[0]))], name).toEqual([
          400,
          true,
        ]);
      }
    }
  });
});

describe('nested list arguments', () => {
  const family = 'witnesses_results_results_endorsable_endorsable_endorseEvents';

  it('WI-11 reads every suffix of a family with its value', async () => {
    const query = [
      `${family}_where=${text({ digest_gt: '5', OR: [{ network: 42161 }] })}`,
      `${family}_orderBy=timestamp`,
      `${family}_orderDirection=desc`,
      `${family}_after=abc`,
      `${family}_limit=0`,
    ].join('&');
    const call = (await (await ask(`/rest/v1/witnesses?${query}`)).json()) as {
      nested: { argument: { suffix: string; path: string[] }; value: unknown }[];
    };
    const values = Object.fromEntries(call.nested.map(({ argument, value }) => [argument.suffix, value]));
    expect(values).toEqual({
      where: { digest_gt: '5', OR: [{ network: 42161 }] },
      orderBy: 'timestamp',
      orderDirection: 'desc',
      after: 'abc',
      limit: 0,
    });
    for (const { argument } of call.nested)
      expect(argument.path).toEqual(['results', 'endorsable', 'endorseEvents']);
  });

  it.each([
    `${family}_limit=1001`,
    `${family}_limit=-1`,
    `${family}_limit=ten`,
    `${family}_orderBy=colour`,
    `${family}_orderDirection=up`,
    `${family}_where=x`,
    `${family}_where=${text({ ownerId: '0x' })}`,
    `${family}_before=a&${family}_after=b`,
    `${family}_limit=1&${family}_limit=1`,
  ])('WI-8 WI-11 refuses %s', async (query) => {
    expect((await ask(`/rest/v1/witnesses?${query}`)).status).toBe(400);
  });

  const nested = 'NOM151Certification_endorsable_endorsable_endorseEvents';
  const certify = (query: string, body: object): Promise<Response> =>
    post(`/rest/v1/nom151-certification?witnessId=${id}${query}`, { witnessId: id, ...body });

  it('WI-11 takes them in a POST body, where they must agree with the query', async () => {
    const one = await certify('', { [`${nested}_limit`]: 3 });
    expect(await one.json()).toMatchObject({ nested: [{ value: 3, argument: { suffix: 'limit' } }] });
    const both = await certify(`&${nested}_limit=3`, { [`${nested}_limit`]: 3 });
    expect(((await both.json()) as { nested: unknown[] }).nested).toHaveLength(1);
    const where = await certify(`&${nested}_where=${text({ network: 1 })}`, {
      [`${nested}_where`]: { network: 1 },
    });
    expect(where.status).toBe(200);
    const other = await certify(`&${nested}_limit=3`, { [`${nested}_limit`]: 4 });
    expect(await refusal(other)).toEqual([400, [`${nested}_limit`]]);
    const cursors = await certify(`&${nested}_before=a`, { [`${nested}_after`]: 'b' });
    expect(cursors.status).toBe(400);
  });

  it('NO-1 wants witnessId in query and body, the same in both', async () => {
    expect((await certify('', {})).status).toBe(200);
    const upper = await post(`/rest/v1/nom151-certification?witnessId=${id}`, {
      witnessId: id.toUpperCase(),
    });
    expect(upper.status).toBe(200);
    const other = await post(`/rest/v1/nom151-certification?witnessId=${id}`, { witnessId: 'f'.repeat(24) });
    expect(await refusal(other)).toEqual([400, ['witnessId']]);
    expect(await refusal(await post('/rest/v1/nom151-certification', { witnessId: id }))).toEqual([
      400,
      ['witnessId'],
    ]);
    const absent = await post(`/rest/v1/nom151-certification?witnessId=${id}`, {});
    expect(await refusal(absent)).toEqual([422, ['witnessId']]);
  });
});

describe('bodies', () => {
  const good = { input: { name: 'A', content: { raw: 'k' }, organization: id } };

  it('WI-16 hands over what stands in input', async () => {
    expect(await (await post('/rest/v1/signature-request', good)).json()).toMatchObject(good);
  });

  it.each([
    [{ input: { ...good.input, colour: 1 } }, ['input', 'colour']],
    [{ input: { ...good.input, name: '' } }, ['input', 'name']],
    [{ input: { ...good.input, name: 5 } }, ['input', 'name']],
    [{ input: { ...good.input, name: 'a\u0000b' } }, ['input', 'name']],
    [{ input: { ...good.input, organization: 'x' } }, ['input', 'organization']],
    [{ input: { ...good.input, content: { raw: 'k', pdf: 'k' } } }, ['input', 'content', 'pdf']],
    [{ input: { ...good.input, content: { raw: 5 } } }, ['input', 'content', 'raw']],
    [{ input: { content: { raw: 'k' }, organization: id } }, ['input', 'name']],
    [{ input: null }, ['input']],
    [{}, ['input']],
  ])('WI-16 refuses %j naming %j', async (body, path) => {
    expect(await refusal(await post('/rest/v1/signature-request', body))).toEqual([422, path]);
  });

  it('WI-16 names every field that breaks a rule, one entry each', async () => {
    const answer = await post('/rest/v1/signature-request', { input: { name: '', colour: 1, size: 2 } });
    const paths = (await bodyOfError(answer)).errors.map(({ path }) => path?.join('.'));
    expect(paths).toEqual(
      expect.arrayContaining([
        'input.name',
        'input.content',
        'input.organization',
        'input.colour',
        'input.size',
      ]),
    );
  });

  it.each([
    ['', 400],
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    ['"text"', 400],
    ['{"input":{"a":1,"a":2}}', 400],
    ['{"input":'.repeat(65) + '1' + '}'.repeat(65), 400],
    [JSON.stringify({ input: { name: 'x'.repeat(1_048_577) } }), 413],
  ])('WI-13 refuses the body %.40s with %i', async (body, status) => {
    expect((await refusal(await post('/rest/v1/signature-request', body)))[0]).toBe(status);
  });

  it('WI-13 takes application/json in UTF-8, uncompressed, and nothing else', async () => {
    const types: [Record<string, string>, number][] = [
      [{ 'content-type': 'application/json; charset=utf-8' }, 200],
      [{ 'content-type': 'APPLICATION/JSON' }, 200],
      [{ 'content-encoding': 'identity' }, 200],
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [{ 'content-type': '' }, 415],
      [{ 'content-encoding': 'gzip' }, 415],
    ];
    for (const [headers, status] of types)
      expect((await post('/rest/v1/signature-request', good, headers)).status, JSON.stringify(headers)).toBe(
        status,
      );
    const latin = await ask('/rest/v1/signature-request', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"input":{"name":"ñ"}}', 'latin1'),
    });
    expect(latin.status).toBe(400);
  });
});

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

/** An address of the operation with parameters of the right form. */
function addressOf(operation: Operation): string {
  const value = operation.path.startsWith('/wallet')
    ? `0x${'a'.repeat(40)}`
    : operation.path.startsWith('/endorsable') || operation.path.includes('-rate/')
      ? '604800'
      : id;
  return `/rest/v1${operation.path.replace(/\{\w+\}/, value)}`;
}
