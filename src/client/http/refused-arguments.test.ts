import { beforeEach, describe, expect, it, vi } from 'vitest';
import { baseUrl, clientOf, fakeFetch, json } from '../testing/answers.ts';
import { refusedOf, serviceFacts, watchFacts } from '../session/service-facts.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});

const empty = {
  items: [],
  pageInfo: {},
  results: [],
  info: { id: 'l', count: 0, pages: 0, next: null, prev: null },
};

/** A service that refuses one argument in its own words. */
const without = (argument: string, status: number, body: unknown) =>
  fakeFetch(({ url }) => (url.searchParams.has(argument) ? json(body, status) : json(empty)));

describe('An argument that a service refused', () => {
  it('is not sent to it again, in whatever words it was refused', async () => {
    const refusals: readonly [number, unknown][] = [
      [
        500,
        { errors: [{ message: 'Variable "$claimable" got invalid value; is not defined by type "F".' }] },
      ],
      [400, { statusCode: 400, message: ['property claimable should not exist'], error: 'Bad Request' }],
      [422, { errors: [{ message: 'Unknown argument "claimable" on field "witnesses".' }] }],
    ];
    for (const [status, body] of refusals) {
      sessionStorage.removeItem('testigo.service-facts');
      const { fetch, seen } = without('claimable', status, body);
      const ask = async () =>
        clientOf(fetch).call('listWitnesses', {
          query: { claimable: true, pagination: { page: 1, size: 1 } },
        });
      await expect(ask()).rejects.toMatchObject({ request: { status } });
      // Not requested: without the filter the answer would be to another question.
      const error: unknown = await ask().catch((failure: unknown) => failure);
      expect(error).toMatchObject({ kind: 'malformed', messages: [{ message: 'claimable' }] });
      expect(error).not.toHaveProperty('request.status');
      expect(seen).toHaveLength(1);
      await clientOf(fetch).call('listWitnesses', { query: { claimed: true } });
      expect(seen).toHaveLength(2);
    }
  });

  it('is left out where it is an order, which the service then chooses', async () => {
    const { fetch, seen } = without('sort', 500, {
      errors: [{ message: 'Variable "$sort" got invalid value' }],
    });
    const query = { sort: { field: 'createdAt', order: 'desc' }, claimed: true } as const;
    await expect(clientOf(fetch).call('listWitnesses', { query })).rejects.toMatchObject({
      kind: 'malformed',
    });
    await clientOf(fetch).call('listWitnesses', { query });
    expect([...seen[1]!.url.searchParams.keys()]).toEqual(['claimed']);
  });

  it('reaches whoever shows its control, once, for this service and operation alone', async () => {
    const noted = vi.fn();
    const stop = watchFacts(noted);
    const facts = serviceFacts(baseUrl);
    facts.noteRefused('/witnesses', 'nom151');
    facts.noteRefused('/witnesses', 'nom151');
    stop();
    facts.noteRefused('/witnesses', 'claimed');
    expect(noted).toHaveBeenCalledTimes(1);
    expect(refusedOf(baseUrl, '/witnesses')).toBe('nom151 claimed');
    expect(refusedOf(baseUrl, '/subjects')).toBe('');
    expect(refusedOf('https://other.example/rest/v1', '/witnesses')).toBe('');
  });

  it('is not one whose value alone was refused, and never the page of a list', async () => {
    for (const [argument, message] of [
      ['hash', 'Variable "$hash" got invalid value "x" at "hash.eq"; String cannot represent value'],
      ['pagination', 'Variable "$pagination" got invalid value { size: 500 }'],
    ] as const) {
      const { fetch, seen } = without(argument, 500, { errors: [{ message }] });
      const query = { hash: { eq: 'ab' }, pagination: { page: 1, size: 1 } };
      for (let times = 0; times < 2; times += 1)
        await clientOf(fetch)
          .call('listWitnesses', { query })
          .catch(() => undefined);
      expect(seen).toHaveLength(2);
    }
  });

  it('is a value alone where the service knows others: the rest of the argument goes on', async () => {
    const words = [
      'Variable "$type" got invalid value "IOUContent" at "type.eq"; Value "IOUContent" does not exist in "ContentType" enum.',
      'type.eq must be one of the following values: PDFContent',
    ];
    for (const [status, message] of [
      [500, words[0]],
      [400, words[1]],
    ] as const) {
      sessionStorage.removeItem('testigo.service-facts');
      const { fetch, seen } = fakeFetch(({ url }) =>
        url.searchParams.get('type')?.includes('IOU') ? json({ errors: [{ message }] }, status) : json(empty),
      );
      const ask = async (eq: 'IOUContent' | 'PDFContent') =>
        clientOf(fetch).call('listSignatureRequests', { query: { type: { eq } } });
      await expect(ask('IOUContent')).rejects.toMatchObject({ request: { status } });
      expect(refusedOf(baseUrl, '/signature-requests')).toBe('type=IOUContent');
      await expect(ask('IOUContent')).rejects.toMatchObject({ messages: [{ message: 'type' }] });
      expect(seen).toHaveLength(1);
      await ask('PDFContent');
      expect(seen).toHaveLength(2);
    }
  });

  it('is one of a nested list or of a rate series too: an order is left out, a filter is not sent', async () => {
    const refusing = (argument: string) =>
      without(argument, 500, { errors: [{ message: `Unknown argument "${argument}" on field "items".` }] });
    const ordered = refusing('orderBy');
    const rates = async () =>
      clientOf(ordered.fetch).rates('/weekly-bucket-usdcmxn-rates', { nested: { orderBy: 'id', limit: 4 } });
    await expect(rates()).rejects.toMatchObject({ kind: 'malformed' });
    await rates();
    expect([...ordered.seen[1]!.url.searchParams.keys()]).toEqual(['limit']);
    const name = 'wallet_endorsables_where';
    const { fetch, seen } = without(name, 400, { message: `Unknown argument "${name}"` });
    const wallet = async (nested: Record<string, unknown>) =>
      clientOf(fetch).call('readWallet', { params: { id: 'w' }, nested });
    await expect(wallet({ [name]: { network: 1 } })).rejects.toMatchObject({ request: { status: 400 } });
    await expect(wallet({ [name]: { network: 1 } })).rejects.toMatchObject({
      messages: [{ message: name }],
    });
    expect(seen).toHaveLength(1);
    await wallet({ wallet_endorsables_limit: 4 });
    expect(seen).toHaveLength(2);
  });
});
