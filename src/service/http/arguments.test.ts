import { describe, expect, it } from 'vitest';
import { allOperations } from '#contract/operations/operations.ts';
import { addressOf } from './testing/address.ts';
import { refusal } from './testing/refusal.ts';
import { bodyOfError, stubApp } from './testing/stub-app.ts';

const id = '0123456789abcdef01234567';
const { ask, lines } = stubApp();

const text = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
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
    [`createdAt=${text({ gte: '2026-02-31T00:00:00Z' })}`, 'createdAt'],
    [`nom151=${text({ createdAt: { lte: '2026-02-29T00:00:00Z' } })}`, 'nom151'],
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

  it('WI-2 ignores unknown parameters and tells the log how many they were: a name may be a secret that was pasted', async () => {
    lines.length = 0;
    const answer = await ask('/rest/v1/witnesses?colour=blue-secret&colour=red&tk_pasted=&claimed=true');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ query: { claimed: true } });
    const logged = lines.filter((line) => line.includes('unknown parameters'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('"unknown":2');
    expect(lines.join('\n')).not.toMatch(/blue-secret|colour|tk_pasted/);
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

  it('WI-3 refuses a filter of 2,001 parts and names it', async () => {
    // One filter, two lists and their items.
    const lists = (count: number): string =>
      text({ timestamp_in: Array(1000).fill(1), network_in: Array(count - 1003).fill(1) });
    expect((await ask(`/rest/v1/endorse-events?where=${lists(2000)}`)).status).toBe(200);
    const refused = await ask(`/rest/v1/endorse-events?where=${lists(2001)}`);
    expect(refused.status).toBe(400);
    expect((await bodyOfError(refused)).errors).toEqual([
      expect.objectContaining({
        message:
          'where: has 2001 filters, lists and values; at most 2000 are taken in all filters of a call.',
        path: ['where'],
        extensions: expect.objectContaining({ rule: 'WI-3' }) as unknown,
      }),
    ]);
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

  const owned = 'endorseEvents_items_items_from_from_endorsables';
  const passed = `${owned}_items_items_endorseEvents`.replace(
    '_endorsables_items',
    '_endorsables_endorsables_items',
  );

  it.each([
    `/endorse-events?limit=1000`,
    `/endorse-events?limit=1000&${owned}_orderBy=id&${passed}_orderBy=id`,
    `/endorse-events?limit=10&${owned}_limit=1000`,
    `/endorse-events?limit=0&${owned}_limit=1000`,
    `/endorse-events?${owned}_limit=200`,
    `/endorse-events?limit=1&${owned}_limit=10&${passed}_limit=1000`,
    `/witnesses?${family}_limit=1000`,
    `/witnesses?pagination=${text({ size: 100 })}&${family}_limit=100`,
    `/wallets?limit=10&${['endorsables', 'endorseFromEvents', 'endorseToEvents'].map((list) => `wallets_items_items_${list}_limit=1000`).join('&')}`,
    `/endorse-event/x?${owned.replace('endorseEvents_items_items', 'endorseEvent')}_limit=1000`,
  ])('WI-20 takes %s', async (address) => {
    expect((await ask(`/rest/v1${address}`)).status).toBe(200);
  });

  it.each([
    [`/endorse-events?limit=11&${owned}_limit=1000`, `${owned}_limit`, 'limit 11, '],
    [`/endorse-events?${owned}_limit=201`, `${owned}_limit`, 'limit 50, '],
    [
      `/endorse-events?limit=1&${owned}_limit=1000&${passed}_limit=11`,
      `${passed}_limit`,
      `limit 1, ${owned}_limit 1000, `,
    ],
    [
      `/endorse-events?limit=100&${owned}_orderBy=id&${passed}_limit=3`,
      `${passed}_limit`,
      `limit 100, ${owned}_limit 50, `,
    ],
    [
      `/witnesses?pagination=${text({ size: 11 })}&${family}_limit=1000`,
      `${family}_limit`,
      'pagination 11, ',
    ],
  ])('WI-20 refuses %s', async (address, name, others) => {
    const answer = await ask(`/rest/v1${address}`);
    const [error] = (await bodyOfError(answer)).errors;
    expect(answer.status).toBe(400);
    expect(error).toMatchObject({ path: [name], extensions: { rule: 'WI-20' } });
    expect(error?.message).toContain(others);
    expect(error?.message).toContain('10000');
  });

  it('WI-3 refuses filters of more than 2,000 parts in a POST body, each alone and all of them together', async () => {
    const witness = (body: object): Promise<Response> =>
      post('/rest/v1/witness', {
        input: { hash: 'ab'.repeat(32), algorithm: 'SHA256', organization: id },
        ...body,
      });
    const tokens = 'createWitness_endorsable_endorsable_endorseEvents_where';
    const owned = 'createWitness_endorsable_endorsable_owner_owner_endorsables_where';
    // The filter, its list, and a filter for each further part.
    const filter = (parts: number): object => ({ OR: Array.from({ length: parts - 2 }, () => ({})) });
    expect((await witness({ [tokens]: filter(2000) })).status).toBe(200);
    expect(await refusal(await witness({ [tokens]: filter(2001) }))).toEqual([400, [tokens]]);
    expect(await refusal(await witness({ [tokens]: { OR: Array(300_000).fill([]) } }))).toEqual([
      400,
      [tokens],
    ]);
    expect((await witness({ [tokens]: filter(1000), [owned]: filter(1000) })).status).toBe(200);
    expect(await refusal(await witness({ [tokens]: filter(1000), [owned]: filter(1001) }))).toEqual([
      400,
      [owned],
    ]);
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
