import { describe, expect, it } from 'vitest';
import { baseUrl, clientOf, fakeFetch, json } from '../../testing/answers.ts';
import { runMutation } from '../../testing/run-mutation.ts';
import { linking } from '../people/linking.ts';
import type { Capabilities } from '../../session/capabilities.ts';
import { organizationProfile } from '../people/organization-profile.ts';
import { rates, readBucket } from '../rates.ts';

const id = 'a'.repeat(24);
const subject = 'b'.repeat(24);
const list = (...results: unknown[]) =>
  json({ results, info: { id: 'l', count: results.length, pages: 1, next: null, prev: null } });

describe('What a live deployment takes and answers in its own form', () => {
  it('is a link that names its subject, whose own token tells who they are', async () => {
    const { fetch, seen } = fakeFetch(({ method }) =>
      method === 'POST' ? json({ id: 'l' }) : list({ id: subject }),
    );
    await runMutation(linking(fetch, baseUrl).create(id), { token: 'token' });
    expect(seen.at(-1)?.body).toEqual({ input: { organization: id, subject } });
    expect(seen[0]?.url.searchParams.get('accessScope')).toBe('Subject');
  });

  it('is a link without a subject where nobody, or more than one, answers to the token', async () => {
    for (const answer of [() => list(), () => list({ id: subject }, { id }), () => json({}, 403)]) {
      const { fetch, seen } = fakeFetch(({ method }) => (method === 'POST' ? json({ id: 'l' }) : answer()));
      await runMutation(linking(fetch, baseUrl).create(id), { token: 'token' });
      expect(seen.at(-1)?.body).toEqual({ input: { organization: id } });
    }
  });

  it('is a median by rate and timestamp, or by median and inverse with its time as id', () => {
    const second = 1_763_596_800;
    const live = { id: '0xabc', rate: '18.5', inverseRate: '0.054', timestamp: second, network: 42161 };
    const own = { id: second, median: '18.5', inverse: '0.054' };
    const read = { id: second, direct: { median: '18.5' }, inverse: { median: '0.054' } };
    expect(readBucket(live)).toMatchObject(read);
    expect(readBucket(own)).toMatchObject(read);
    expect(readBucket({ ...live, timestamp: new Date(second * 1000).toISOString() })).toMatchObject(read);
    // An id that is no time is not taken for one.
    expect(readBucket({ ...live, timestamp: undefined })).toBeUndefined();
  });

  it('is a series of medians in the order of their own time, where an id is no time', async () => {
    const second = 1_763_596_800;
    const live = { id: '0xabc', rate: '18.5', inverseRate: '0.054', timestamp: second, network: 42161 };
    const own = { id: second, median: '18.5', inverse: '0.054' };
    for (const [item, orders] of [
      [live, ['id', 'timestamp']],
      [own, ['id']],
    ] as const) {
      const { fetch, seen } = fakeFetch(() => json({ items: [item], pageInfo: {} }));
      const { queryFn } = rates(clientOf(fetch)).list('median', 'usdcmxn', 7);
      const read = queryFn as (context: { signal: AbortSignal }) => Promise<unknown>;
      expect(await read({ signal: new AbortController().signal })).toMatchObject([{ id: second }]);
      expect(seen.map(({ url }) => url.searchParams.get('orderBy'))).toEqual(orders);
    }
  });

  const withoutOrganizations: Capabilities = {
    present: [],
    absent: ['listOrganizations'],
    foundAt: '2026-01-01T00:00:00Z',
  };

  it('is the e-mail of an organization, read from the organization or from its newest witness', async () => {
    const emailAddress = 'contacto@ceibal.example';
    const sentAfter = async (read: (url: URL) => Response) => {
      const { fetch, seen } = fakeFetch(({ method, url }) => (method === 'PUT' ? json({ id }) : read(url)));
      const update = organizationProfile(clientOf(fetch)).update({ id }, withoutOrganizations);
      await runMutation(update, { name: 'Ceibal', isSeen: () => true });
      return seen;
    };
    const itself = await sentAfter(() => json({ id, emailAddress }));
    expect(itself.at(-1)?.body).toEqual({ input: { id, emailAddress, name: 'Ceibal' } });
    expect(itself).toHaveLength(2);
    const ofWitness = await sentAfter((url) =>
      url.pathname.endsWith('/witnesses') ? list({ organization: { id, emailAddress } }) : json({}, 404),
    );
    expect(ofWitness.at(-1)?.body).toMatchObject({ input: { emailAddress } });
    const nobody = await sentAfter(() => json({}, 404));
    expect(nobody.at(-1)?.body).toEqual({ input: { id, name: 'Ceibal' } });
  });
});
