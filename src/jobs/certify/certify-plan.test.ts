import { expect, it } from 'vitest';
import { clientOf, fakeFetch, json } from '#client/testing/answers.ts';
import { planCertification } from './certify-plan.ts';

it('the plan of a certification ends where a service names a next page for ever, and says so', async () => {
  const witness = { id: 'a'.repeat(24), hash: 'ab'.repeat(32) };
  const { fetch, seen } = fakeFetch(({ url }) => {
    const { page } = JSON.parse(url.searchParams.get('pagination') ?? '{}') as { page: number };
    return json({
      results: [witness],
      info: { id: 'l', count: 2, pages: 9_999, next: page + 1, prev: null },
    });
  });
  const plan = await planCertification(
    clientOf(fetch),
    { kind: 'filter', filter: {}, except: new Set(), total: 2 },
    'o',
    () => '',
    () => undefined,
    new AbortController().signal,
  );
  expect(seen.length).toBeLessThan(10);
  expect(plan.changedWhileReading).toBe(true);
});
