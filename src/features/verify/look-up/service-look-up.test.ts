import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { clientOf, fakeFetch, json } from '#client/testing/answers.ts';
import { serviceLookUp } from './service-look-up.ts';

const [known, damaged, other] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const witnessOf = (hash: string, more: object = {}) => ({ id: hash.slice(0, 24), hash, ...more });

/** Looks the three hashes up in a service that gives these witnesses and counts that many. */
async function lookUp(results: readonly object[], count: number) {
  const { fetch } = fakeFetch(() => json({ results, info: { count, pages: 1, next: null, prev: null } }));
  const capabilities = { absent: [], present: [], foundAt: '' };
  const ask = serviceLookUp({ client: clientOf(fetch), capabilities, cache: new QueryClient() });
  return ask([known, damaged, other], new AbortController().signal);
}

it('names no hash that the service does not know, and gives the evidence of those that it knows', async () => {
  const found = await lookUp([witnessOf(known)], 1);
  expect([...found.keys()]).toEqual([known]);
  expect(found.get(known)?.witness?.hash).toBe(known);
});

it('does not take a hash for unknown where its witness came in a form that cannot be read', async () => {
  const found = await lookUp([witnessOf(known), witnessOf(damaged, { nom151: { token: 7 } })], 2);
  expect([found.has(damaged), found.get(damaged)]).toEqual([true, undefined]);
  expect(found.has(other)).toBe(false);
});

it('says in the evidence that the request of a witness did not come', async () => {
  const { fetch } = fakeFetch(({ url }) =>
    url.pathname.endsWith('/witnesses')
      ? json({
          results: [witnessOf(known, { signatureRequest: { id: 'd'.repeat(24) } })],
          info: { count: 1 },
        })
      : json({ errors: [{ message: 'Down' }] }, 500),
  );
  const capabilities = { absent: [], present: [], foundAt: '' };
  const ask = serviceLookUp({ client: clientOf(fetch), capabilities, cache: new QueryClient() });
  const found = await ask([known], new AbortController().signal);
  expect(found.get(known)).toMatchObject({ witness: { hash: known }, unloaded: ['request'] });
});

it('takes no hash for unknown where the list of witnesses was not read in full', async () => {
  const found = await lookUp([witnessOf(known)], 2);
  expect(found.get(known)?.witness?.hash).toBe(known);
  expect([found.has(damaged), found.has(other)]).toEqual([true, true]);
});
