import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOf, fakeFetch, json, type RecordedRequest } from '../testing/answers.ts';
import { ApiError } from '../http/errors.ts';
import { serviceFacts } from './service-facts.ts';
import { updateRequest } from '../http/update-request.ts';

const baseUrl = 'https://service.example/rest/v1';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  });
});

const gatewayError = (message: string): Response => json({ errors: [{ message }] }, 500);

describe('What a service accepts', () => {
  it('is an argument that its gateway refuses: not requested again as if it would pass', async () => {
    const { fetch } = fakeFetch(() =>
      gatewayError('Variable "$nom151" got invalid value {}; Field "exists" is not defined by type "F".'),
    );
    const query = { nom151: { exists: true }, pagination: { page: 1, size: 1 } };
    const error: unknown = await clientOf(fetch)
      .call('listWitnesses', { query })
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: 'malformed', request: { status: 500 } });
    expect(serviceFacts(baseUrl).hasRefused('/witnesses', 'nom151')).toBe(true);
    expect(serviceFacts(baseUrl).hasRefused('/witnesses', 'pagination')).toBe(false);
    expect(serviceFacts('https://other.example/rest/v1').hasRefused('/witnesses', 'nom151')).toBe(false);
  });

  it('is a failure that passes where nothing is said of an argument', async () => {
    const { fetch } = fakeFetch(() => gatewayError('Cannot read properties of undefined'));
    await expect(clientOf(fetch).call('readServerTime')).rejects.toMatchObject({ kind: 'server' });
    expect(serviceFacts(baseUrl).hasRefused('/server-time', 'x')).toBe(false);
  });

  it('SR-4 is the form of a change: the one that was taken comes first from then on', async () => {
    const live = fakeFetch(({ method, url }: RecordedRequest) =>
      method === 'PUT' && url.pathname.endsWith('/signature-request')
        ? json({ id: 'r', draft: false })
        : json({ message: 'Cannot PUT' }, 404),
    );
    for (let times = 0; times < 2; times += 1)
      await updateRequest(clientOf(live.fetch), 'r', { draft: false });
    expect(live.seen.map(({ url }) => url.pathname.replace('/rest/v1', ''))).toEqual([
      '/signature-request/r',
      '/signature-request',
      '/signature-request',
    ]);
  });

  it('reads nothing of what another hand put into the store', () => {
    for (const text of ['', '[', '[]', '7', 'null', `{"${baseUrl}":7}`, `{"${baseUrl}":{"refused":[1]}}`]) {
      sessionStorage.setItem('testigo.service-facts', text);
      expect(serviceFacts(baseUrl).contentForm()).toBeUndefined();
      expect(serviceFacts(baseUrl).hasRefused('/witnesses', '1')).toBe(false);
    }
  });

  it('reads the time of a service as bare text and as an object, and an address bare in filters', async () => {
    const time = '2026-11-20T16:00:00.000Z';
    for (const body of [time, `${time}\n`, JSON.stringify(time), JSON.stringify({ time })]) {
      const { fetch } = fakeFetch(() => new Response(body));
      expect(await clientOf(fetch).call('readServerTime')).toEqual({ time });
    }
    const withOffset = '2026-11-20T10:00:00.000-06:00';
    const { fetch: elsewhere } = fakeFetch(() => new Response(withOffset));
    expect(await clientOf(elsewhere).call('readServerTime')).toEqual({ time: withOffset });
    const { fetch, seen } = fakeFetch(() => json({ results: [] }));
    const EVMAddress = { in: [`0x${'ab'.repeat(20)}`, 'cd'.repeat(20)] };
    await clientOf(fetch).call('listSubjects', { query: { EVMAddress } });
    expect(seen[0]?.url.searchParams.get('EVMAddress')).toBe(
      JSON.stringify({ in: ['ab'.repeat(20), 'cd'.repeat(20)] }),
    );
  });
});
