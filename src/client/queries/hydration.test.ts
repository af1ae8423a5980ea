import { expect, test } from 'vitest';
import { isStub, loadById } from './hydration.ts';
import { clientOf, fakeFetch, json } from '../testing/answers.ts';

test('WI-14 requests resources that are missing together in one call, each id once', async () => {
  const { fetch, seen } = fakeFetch(({ url }) => {
    const { in: ids } = JSON.parse(url.searchParams.get('_id') ?? '{}') as { in: string[] };
    return json({ results: ids.map((id) => ({ id, commonName: `Name ${id}` })) });
  });
  const client = clientOf(fetch);
  const loaded = await Promise.all(['a', 'b', 'a'].map((id) => loadById(client, 'listSubjects', id)));
  expect(loaded.map((subject) => subject?.commonName)).toEqual(['Name a', 'Name b', 'Name a']);
  expect(seen).toHaveLength(1);
  expect(JSON.parse(seen[0]?.url.searchParams.get('_id') ?? '')).toEqual({ in: ['a', 'b'] });
});

test('requests more than a page of ids page by page', async () => {
  const { fetch, seen } = fakeFetch(({ url }) => {
    const { in: ids } = JSON.parse(url.searchParams.get('_id') ?? '{}') as { in: string[] };
    return json({ results: ids.map((id) => ({ id })) });
  });
  const client = clientOf(fetch);
  const ids = Array.from({ length: 250 }, (_, index) => `id${index}`);
  const loaded = await Promise.all(ids.map((id) => loadById(client, 'listWitnesses', id)));
  expect(loaded.map((witness) => witness?.id)).toEqual(ids);
  expect(seen).toHaveLength(3);
});

test('a resource missing from the answer is null; a refusal reaches every caller', async () => {
  const empty = clientOf(fakeFetch(() => json({ results: [] })).fetch);
  expect(await loadById(empty, 'listInvites', 'a')).toBeNull();
  const refusing = clientOf(fakeFetch(() => json({ errors: [{ message: 'no' }] }, 403)).fetch);
  const results = await Promise.allSettled(['a', 'b'].map((id) => loadById(refusing, 'listInvites', id)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('where a kind is not listed its things are read one by one, and none where the first cannot be', async () => {
  const { fetch, seen } = fakeFetch(({ url }) => {
    const id = /\/issuer\/(\w+)$/.exec(url.pathname)?.[1];
    return id === undefined || id === 'b'
      ? json({ errors: [] }, 404)
      : json({ id, commonName: `Name ${id}` });
  });
  const client = clientOf(fetch);
  const loaded = await Promise.all(['a', 'b', 'c'].map((id) => loadById(client, 'listIssuers', id)));
  expect(loaded.map((issuer) => issuer?.commonName)).toEqual(['Name a', undefined, 'Name c']);
  expect(seen.map(({ url }) => url.pathname.replace(/^.*\/v1/, ''))).toEqual([
    '/issuers',
    '/issuer/a',
    '/issuer/b',
    '/issuer/c',
  ]);

  const nowhere = fakeFetch(() => json({ errors: [] }, 404));
  const results = ['a', 'b'].map((id) => loadById(clientOf(nowhere.fetch), 'listIssuers', id));
  for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected');
  // Each of the two connections: the list, and the first.
  expect(nowhere.seen).toHaveLength(4);
});

test('only an id alone is a stub', () => {
  expect(isStub({ id: 'a' })).toBe(true);
  expect(isStub({ id: 'a', status: null })).toBe(false);
  expect(isStub({})).toBe(false);
  expect(isStub(null)).toBe(false);
});
