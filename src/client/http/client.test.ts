import { describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { writeQuery } from './write-query.ts';
import { ApiError } from './errors.ts';
import { baseUrl, clientOf, fakeFetch, json } from '../testing/answers.ts';

describe('a call', () => {
  it('WI-1 writes objects as JSON text, one parameter each, and leaves absent ones out', () => {
    expect(
      writeQuery({
        hash: { eq: 'ab' },
        claimed: false,
        search: { name: 'á & b' },
        name: undefined,
        limit: 3,
      }),
    ).toBe(
      `?hash=${encodeURIComponent('{"eq":"ab"}')}&claimed=false&search=${encodeURIComponent('{"name":"á & b"}')}&limit=3`,
    );
    expect(writeQuery({})).toBe('');
  });

  it('sends the key as a bearer, never cookies, and follows no redirect', async () => {
    const { fetch, seen } = fakeFetch(() => json({ results: [] }));
    await clientOf(fetch).call('listWitnesses', { query: { pagination: { size: 1 } } });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer secret-key');
    expect(seen[0]?.init).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    expect(seen[0]?.url.pathname).toBe('/rest/v1/witnesses');
  });

  it('SR-14 names a call to the origin of the page, and to no other', async () => {
    const { fetch, seen } = fakeFetch(() => json({ id: 'x' }));
    const named = { idempotencyKey: 'send-1' };
    for (const baseUrl of [`${location.origin}/rest/v1`, 'https://elsewhere.example/rest/v1'])
      await createClient({ baseUrl, scope: 's', key: () => 'k', fetch }).call(
        'createSignatureRequest',
        named,
      );
    expect(seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['"send-1"', null]);
  });

  it('WI-19 reads what did not change without its bytes, and never with what another key read', async () => {
    let rows = [{ id: 'a' }];
    const { fetch, seen } = fakeFetch(({ headers }) => {
      const etag = `W/"${JSON.stringify(rows).length}"`;
      if (headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
      return json({ results: rows, info: {} }, 200, { etag });
    });
    let key = 'first';
    const client = createClient({
      baseUrl: `${location.origin}/rest/v1`,
      scope: 's',
      key: () => key,
      fetch,
    });
    const read = async () => (await client.call('listWitnesses', { query: { claimed: false } })).results;
    expect(await read()).toEqual([{ id: 'a' }]);
    expect(await read()).toEqual([{ id: 'a' }]);
    rows = [{ id: 'a' }, { id: 'b' }];
    expect(await read()).toEqual([{ id: 'a' }, { id: 'b' }]);
    await client.call('listWitnesses', { query: { claimed: true } });
    key = 'second';
    await read();
    expect(seen.map(({ headers }) => headers.get('if-none-match'))).toEqual([
      null,
      'W/"12"',
      'W/"12"',
      null,
      null,
    ]);
  });

  it('sends no validator to another origin, and takes a 304 that it did not want for a failure', async () => {
    const { fetch, seen } = fakeFetch(() =>
      seen.length > 1 ? new Response(null, { status: 304 }) : json({ results: [] }, 200, { etag: '"x"' }),
    );
    const client = clientOf(fetch);
    await client.call('listWitnesses');
    await expect(client.call('listWitnesses')).rejects.toBeInstanceOf(ApiError);
    expect(seen[1]?.headers.get('if-none-match')).toBeNull();
  });

  it('keeps ids inside their path segment', async () => {
    const { fetch, seen } = fakeFetch(() => json({ id: 'x' }));
    await clientOf(fetch).call('readSubject', { params: { id: '../api-keys?x=1' } });
    expect(seen[0]?.url.pathname).toBe('/rest/v1/subject/..%2Fapi-keys%3Fx%3D1');
  });

  it('asks for JSON where JSON is answered, and for bytes of whatever kind where bytes are', async () => {
    const { fetch, seen } = fakeFetch(() => json({ id: 'x' }));
    const client = clientOf(fetch);
    await client.call('readSubject', { params: { id: '1' } });
    await client.bytes('readContent', { params: { key: 'a' } });
    expect(seen.map(({ headers }) => headers.get('accept'))).toEqual(['application/json', '*/*']);
  });

  it('gives no value of another kind to a page, and refuses a list without one', async () => {
    const answers: unknown[] = [{ results: [{ id: 'x', hash: { text: 'ab' } }] }, { info: {} }];
    const { fetch } = fakeFetch(() => json(answers.shift()));
    const client = clientOf(fetch);
    const { results } = await client.call('listWitnesses');
    expect(results).toEqual([{ id: 'x', unreadable: ['hash'] }]);
    await expect(client.call('listWitnesses')).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('bytes that end in the middle did not come', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(3));
            controller.error(new TypeError('network error'));
          },
        }),
      );
    const { fetch } = fakeFetch(broken);
    const bytes = clientOf(fetch).bytes('readContent', { params: { key: 'a' } });
    await expect(bytes).rejects.toMatchObject({ name: 'ApiError', kind: 'unreachable' });
  });

  it('takes 200 with null as not found, and without any text as unreadable', async () => {
    for (const [body, kind] of [
      ['null', 'not-found'],
      ['', 'unreadable'],
    ] as const) {
      const { fetch } = fakeFetch(() => new Response(body));
      const call = clientOf(fetch).call('readSubject', { params: { id: '1' } });
      await expect(call).rejects.toMatchObject({ kind });
    }
  });

  it('WI-15 keeps unknown fields and values as they came', async () => {
    const sent = { id: 'a'.repeat(24), status: 'ARCHIVED', extra: { deep: [1] } };
    const { fetch } = fakeFetch(() => json(sent));
    expect(await clientOf(fetch).call('readInvite', { params: { id: sent.id } })).toEqual(sent);
  });

  it('says an unreadable answer as unreadable, with the line and never the key', async () => {
    const { fetch } = fakeFetch(() => new Response('<html>login</html>'));
    const error = await clientOf(fetch)
      .call('listWitnesses')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: 'unreadable',
      request: { method: 'GET', path: '/witnesses', status: 200 },
    });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-key');
  });

  it('reads Retry-After and the fields that the service names', async () => {
    const body = {
      errors: [
        { message: 'too many', path: ['input', 'name'], extensions: { code: 'X', http: { status: 429 } } },
      ],
    };
    const { fetch } = fakeFetch(() => json(body, 429, { 'retry-after': '7' }));
    const error = await clientOf(fetch)
      .call('listWitnesses')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'rate-limited', retryAfter: 7 });
    expect((error as ApiError).about('name')).toBe('too many');
  });

  it('tells a cancelled call, a timeout and a silent host apart', async () => {
    const abort = new AbortController();
    const hanging = fakeFetch(
      ({ init }) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))),
        ),
    );
    const cancelled = clientOf(hanging.fetch).call('listWitnesses', { signal: abort.signal });
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ kind: 'cancelled' });
    const slow = createClient({ baseUrl, scope: '', key: () => 'k', fetch: hanging.fetch, timeout: 5 });
    await expect(slow.call('listWitnesses')).rejects.toMatchObject({ kind: 'timeout' });
    const dead = fakeFetch(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(clientOf(dead.fetch).call('listWitnesses')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('repeats a refused call once another key is at hand, and fails it when the reader gives up', async () => {
    let key = 'old';
    const { fetch, seen } = fakeFetch(({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? json({ results: [] }) : json({ message: 'no' }, 401),
    );
    const anotherKey = vi.fn(() => {
      key = 'new';
      return Promise.resolve();
    });
    const client = createClient({ baseUrl, scope: '', key: () => key, fetch, anotherKey });
    await expect(client.call('listWitnesses')).resolves.toEqual({ results: [] });
    expect(anotherKey).toHaveBeenCalledWith('old');
    expect(seen).toHaveLength(2);
    const gaveUp = createClient({
      baseUrl,
      scope: '',
      key: () => 'old',
      fetch,
      anotherKey: () => Promise.reject(new ApiError('cancelled', { method: '', path: '', at: '' })),
    });
    await expect(gaveUp.call('listWitnesses')).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
