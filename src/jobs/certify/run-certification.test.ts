import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedData } from '../store/stored-data.ts';
import { clientOf, fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { certifications } from './certifications.ts';
import { beginCertification, runCertification, type CertifyHost } from './run-certification.ts';
import type { CertifyJob } from './certify-record.ts';
import { standingOf, type CertifyWay } from './certify-way.ts';
import { resumeJob } from '../engine/job.ts';
import { jobList } from '../engine/job-list.ts';

const scope = 'https://service.example/rest/v1#a';
const idOf = (n: number): string => n.toString(16).padStart(24, '0');
const start = Date.parse('2026-11-20T10:00:00.000Z');

type Fault = 'none' | 'before' | 'after' | 'busy' | 'error';

/** A service that certifies, counts a quota down, and can fail before or after it does. */
function service({
  witnesses = 5,
  certified = [] as number[],
  requested = [] as number[],
  quota = 100,
  faults = [] as readonly Fault[],
  /** Answers between two batches of a group; 0: none is ever made. */
  batchEvery = 3,
  refuse = (_id: string): Response | undefined => undefined,
} = {}) {
  const dates = new Map<string, string>(certified.map((n) => [idOf(n), '2026-11-01T00:00:00.000Z']));
  const state = { quota, posts: [] as string[], spent: [] as string[] };
  const scheduled = new Set<string>();
  const batched = new Set<string>();
  /** Certifies the scheduled group. Until this happens, nothing reports that the group was scheduled. */
  const makeBatch = (): void => {
    for (const id of scheduled) batched.add(id);
    scheduled.clear();
  };
  let step = 0;
  const witness = (id: string) => {
    const createdAt = dates.get(id);
    const waits = requested.some((n) => idOf(n) === id);
    const batch = { merkleRoot: 'b'.repeat(64), createdAt: '2026-11-20T10:00:01.000Z', nom151Provider: 'P' };
    return {
      id,
      hash: id.padStart(64, '0'),
      nom151: createdAt ? { createdAt } : waits ? {} : null,
      merkleized: batched.has(id) ? batch : null,
    };
  };
  const act = ({ url, method }: RecordedRequest): Response => {
    if (method === 'GET') {
      const { in: ids } = JSON.parse(url.searchParams.get('_id') ?? '{}') as { in: string[] };
      const found = ids.filter((id) => parseInt(id, 16) < witnesses);
      return json({ results: found.map(witness), info: { count: found.length } });
    }
    const id = url.searchParams.get('witnessId') ?? '';
    state.posts.push(id);
    const refusal = refuse(id);
    if (refusal) return refusal;
    if (dates.has(id)) return json(witness(id));
    if (url.pathname.endsWith('/schedule-grouped-nom151-certification') && batched.has(id))
      return json(witness(id));
    if (state.quota === 0) return json({ errors: [{ message: 'The quota is used up.' }] }, 422);
    state.quota -= 1;
    state.spent.push(id);
    // A second request before the batch is made spends twice, so the caller must not rely on it being free.
    if (url.pathname.endsWith('/schedule-grouped-nom151-certification')) {
      scheduled.add(id);
      return json(witness(id));
    }
    dates.set(id, '2026-11-20T10:00:00.000Z');
    return json(witness(id));
  };
  const faked = fakeFetch((seen) => {
    const fault = faults[step] ?? 'none';
    step += 1;
    if (batchEvery > 0 && step % batchEvery === 0) makeBatch();
    if (fault === 'before') throw new TypeError('cut');
    if (fault === 'busy') return json({ message: 'slower' }, 429, { 'retry-after': '7' });
    if (fault === 'error') return json({ message: 'oops' }, 500);
    const answer = act(seen);
    if (fault === 'after') throw new TypeError('cut');
    return answer;
  });
  return { state, ...faked };
}

/** A clock that sleeping moves on, so that no test waits. */
function hostOf(
  fetcher: typeof fetch,
  state: { quota: number },
  part: Partial<CertifyHost> = {},
): CertifyHost & { slept: number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    client: clientOf(fetcher),
    store: certifications(scope),
    quota: () => Promise.resolve(state.quota),
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
    now: () => now,
    ...part,
  };
}

const store = certifications(scope);
const begin = async (count: number, id = 'q', way: CertifyWay = 'single'): Promise<void> => {
  const chosen = Array.from({ length: count }, (_, n) => ({ witness: idOf(n) }));
  const { job, items } = beginCertification(id, scope, chosen, start, way);
  await store.add(job, items);
};
const states = async (id = 'q') => (await store.listItems(id)).map(({ state }) => state);

beforeEach(async () => {
  await storedData().erase();
});

describe('certifying a selection', () => {
  it('NO-1 certifies each witness once, one after another, with a pause between them', async () => {
    await begin(3);
    const { fetch, state, seen } = service();
    const host = hostOf(fetch, state);
    const done = await runCertification('q', host);
    expect(done).toMatchObject({ status: 'done', counts: { certified: 3, waiting: 0, asking: 0 } });
    expect(state.posts).toEqual([idOf(0), idOf(1), idOf(2)]);
    expect(host.slept).toEqual([150, 150, 150]);
    const post = seen.find(({ method }) => method === 'POST');
    expect(post?.body).toEqual({ witnessId: idOf(0) });
    expect(post?.url.searchParams.get('witnessId')).toBe(idOf(0));
  });

  it('NO-2 asks neither for what is certified already nor for what is under way', async () => {
    await begin(4);
    const { fetch, state } = service({ certified: [1], requested: [2] });
    await runCertification('q', hostOf(fetch, state));
    expect(await states()).toEqual(['certified', 'already', 'pending', 'certified']);
    expect(state.posts).toEqual([idOf(0), idOf(3)]);
  });

  it('takes a witness that stands twice in the selection once', async () => {
    const { job, items } = beginCertification('q', scope, [{ witness: 'a' }, { witness: 'a' }], start);
    expect(job.total).toBe(1);
    expect(items).toHaveLength(1);
  });

  it('asks for a certificate twice at most without a decision, and once where the answer was yes', async () => {
    for (const [answer, posts] of [
      [() => json(null), 1],
      [() => new Response('{"id"', { status: 200 }), 1],
      [() => json([]), 1],
      [() => json({ message: 'oops' }, 500), 2],
      [() => json({ message: 'later' }, 503), 2],
    ] as const) {
      await storedData().erase();
      await begin(1);
      const { fetch, state } = service({ refuse: answer });
      let job: CertifyJob | undefined;
      for (let tabs = 0; tabs < 12 && job?.status !== 'done'; tabs += 1) {
        if (job) await store.change('q', resumeJob);
        job = await runCertification('q', hostOf(fetch, state));
      }
      expect(job).toMatchObject({ status: 'done', failure: { kind: 'unclear' } });
      expect(state.posts).toHaveLength(posts);
      // On a person's word that it was taken, it is left to the service; nothing is requested.
      await store.settleUnclear('q');
      expect(await states()).toEqual(['pending']);
      expect(state.posts).toHaveLength(posts);
    }
  });

  it('certifies every witness once and spends once for each, wherever it is cut off and however often resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Fault>('none', 'none', 'before', 'after', 'busy', 'error'), {
          maxLength: 30,
        }),
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
        async (faults, certified) => {
          await storedData().erase();
          await begin(6);
          const { fetch, state } = service({ witnesses: 6, faults, certified });
          let job: CertifyJob | undefined;
          for (let tries = 0; tries < 40 && job?.status !== 'done'; tries += 1) {
            if (job) await store.change('q', resumeJob);
            job = await runCertification('q', hostOf(fetch, state));
            // What a person does who has to decide: nothing was spent for it, so it is requested again.
            if (job?.status === 'done' && job.failure?.kind === 'unclear') {
              await store.retryFailed('q');
              job = await store.read('q');
            }
          }
          expect(job?.status).toBe('done');
          const expected = [0, 1, 2, 3, 4, 5].filter((n) => !certified.includes(n)).map(idOf);
          expect([...state.spent].sort()).toEqual(expected);
          expect(job?.counts).toMatchObject({ waiting: 0, asking: 0, failed: 0 });
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('stops at a used-up quota, says so, and requests nothing after it', async () => {
    await begin(4);
    const { fetch, state } = service({ quota: 2 });
    const stopped = await runCertification('q', hostOf(fetch, state));
    expect(stopped).toMatchObject({
      status: 'stopped',
      failure: { kind: 'quota', messages: [{ message: 'The quota is used up.' }] },
      counts: { certified: 2, waiting: 2, failed: 0 },
    });
    expect(state.posts).toHaveLength(3);
    state.quota = 5;
    await store.change('q', resumeJob);
    expect(await runCertification('q', hostOf(fetch, state))).toMatchObject({ status: 'done' });
    expect(state.spent).toHaveLength(4);
  });

  it('stops at a rule where nobody says what is left, rather than to try them all', async () => {
    await begin(4);
    const { fetch, state } = service({ quota: 0 });
    const stopped = await runCertification(
      'q',
      hostOf(fetch, state, { quota: () => Promise.resolve(undefined) }),
    );
    expect(stopped).toMatchObject({ status: 'stopped', failure: { kind: 'rule' } });
    expect(state.posts).toHaveLength(1);
  });

  it('stops at a refused key with everything left to be done', async () => {
    await begin(3);
    const { fetch, state } = service({ refuse: () => json({ message: 'Unknown key' }, 401) });
    const stopped = await runCertification('q', hostOf(fetch, state));
    expect(stopped).toMatchObject({
      status: 'stopped',
      failure: { kind: 'key-refused' },
      counts: { waiting: 3 },
    });
    expect(state.posts).toHaveLength(1);
  });

  it('waits as long as the service asks, then asks for the same one', async () => {
    await begin(2);
    const { fetch, state } = service({ faults: ['none', 'busy'] });
    const host = hostOf(fetch, state);
    const written: (string | undefined)[] = [];
    const { change } = host.store;
    const done = await runCertification('q', {
      ...host,
      store: {
        ...host.store,
        change: async (id, how) => {
          const after = await change(id, how);
          written.push(after?.waitingUntil);
          return after;
        },
      },
    });
    expect(done?.status).toBe('done');
    expect(done?.waitingUntil).toBeUndefined();
    expect(written[0]).toBe('2026-11-20T10:00:07.000Z');
    expect(host.slept.filter((one) => one === 1000)).toHaveLength(7);
    expect(state.posts).toEqual([idOf(0), idOf(1)]);
  });

  it('resumes after a reload the pause that the service requested before it', async () => {
    await begin(1);
    await store.change('q', (job) => ({
      ...job,
      waitingUntil: new Date(start + 3000).toISOString(),
    }));
    const { fetch, state, seen } = service();
    const host = hostOf(fetch, state);
    await runCertification('q', host);
    expect(host.slept.slice(0, 3)).toEqual([1000, 1000, 1000]);
    expect(seen).toHaveLength(2);
  });

  it('stops when the service asks for more patience than a page should have', async () => {
    await begin(1);
    const { fetch, state } = service({
      refuse: () => json({ message: 'tomorrow' }, 429, { 'retry-after': '86400' }),
    });
    expect(await runCertification('q', hostOf(fetch, state))).toMatchObject({
      status: 'stopped',
      failure: { kind: 'rate-limited' },
    });
  });

  it('one that fails stops none of the others, and can be tried again by itself', async () => {
    await begin(4);
    let broken = true;
    const { fetch, state } = service({
      refuse: (id) => (broken && id === idOf(1) ? json({ message: 'Not yours' }, 403) : undefined),
    });
    const done = await runCertification('q', hostOf(fetch, state));
    expect(done).toMatchObject({
      status: 'done',
      counts: { certified: 3, failed: 1 },
      failure: { kind: 'forbidden' },
    });
    expect((await store.listItems('q'))[1]).toMatchObject({
      state: 'failed',
      failure: { kind: 'forbidden', messages: [{ message: 'Not yours' }] },
    });
    broken = false;
    await store.retryFailed('q');
    expect(await runCertification('q', hostOf(fetch, state))).toMatchObject({
      status: 'done',
      counts: { certified: 4, failed: 0 },
    });
    expect(state.spent).toHaveLength(4);
  });

  it('says no one reason of all that failed where there are two', async () => {
    await begin(4);
    const { fetch, state } = service({
      refuse: (id) => {
        if (id === idOf(1)) return json({ message: 'Not yours' }, 403);
        return id === idOf(2) ? json({ message: 'Taken' }, 409) : undefined;
      },
    });
    const done = await runCertification('q', hostOf(fetch, state));
    expect(done).toMatchObject({ status: 'done', counts: { certified: 2, failed: 2 } });
    expect(done?.failure).toBeUndefined();
  });

  it('takes many refusals in a row for one about all, and stops', async () => {
    await begin(20);
    const { fetch, state } = service({ witnesses: 20, refuse: () => json({ message: 'Not yours' }, 403) });
    const stopped = await runCertification('q', hostOf(fetch, state));
    expect(stopped).toMatchObject({ status: 'stopped', counts: { failed: 5, waiting: 15 } });
    expect(state.posts).toHaveLength(5);
  });

  it('says of a witness that the service does not know that it is not there', async () => {
    await begin(3);
    const { fetch, state } = service({ witnesses: 2 });
    await runCertification('q', hostOf(fetch, state));
    expect(await states()).toEqual(['certified', 'certified', 'failed']);
    expect(state.posts).toHaveLength(2);
  });

  it('a pause is seen before the next witness, also from another tab', async () => {
    await begin(5);
    const { fetch, state } = service({
      refuse: (id) => {
        if (id === idOf(1)) void store.change('q', (job) => ({ ...job, status: 'paused' }));
        return undefined;
      },
    });
    const paused = await runCertification('q', hostOf(fetch, state));
    expect(paused?.status).toBe('paused');
    expect(state.posts).toEqual([idOf(0), idOf(1)]);
    expect(await states()).toEqual(['certified', 'certified', 'waiting', 'waiting', 'waiting']);
  });

  it('stops quietly when the queue was erased while it ran', async () => {
    await begin(5);
    const { fetch, state } = service({
      refuse: (id) => {
        if (id === idOf(1)) void store.remove('q');
        return undefined;
      },
    });
    expect(await runCertification('q', hostOf(fetch, state))).toBeUndefined();
    expect(state.posts.length).toBeLessThanOrEqual(3);
    expect(await store.listItems('q')).toEqual([]);
  });

  it('stays to be taken up when the reader goes to another service', async () => {
    await begin(2);
    const { fetch, state } = service();
    const host = hostOf(fetch, state);
    const gone: CertifyHost = {
      ...host,
      client: {
        ...host.client,
        call: (name, options) =>
          name === 'certifyWitness'
            ? clientOf(fakeFetch(() => json({})).fetch).call(name, {
                ...options,
                signal: AbortSignal.abort(),
              })
            : host.client.call(name, options),
      },
    };
    expect(await runCertification('q', gone)).toMatchObject({ status: 'running', counts: { certified: 0 } });
    expect(await runCertification('q', host)).toMatchObject({ status: 'done', counts: { certified: 2 } });
    expect(state.spent).toHaveLength(2);
  });

  it('is listed beside the sends of its own scope alone, and holds no key', async () => {
    await begin(2);
    const entries = await new QueryClient().query(jobList(scope));
    expect(entries).toMatchObject([{ kind: 'certify', job: { id: 'q' } }]);
    expect(await new QueryClient().query(jobList('elsewhere'))).toEqual([]);
    const { fetch, state } = service();
    await runCertification('q', hostOf(fetch, state));
    expect(JSON.stringify([await store.read('q'), await store.listItems('q')])).not.toContain('secret-key');
  });

  it('is counted and erased with what this browser keeps of its scope, and of no other', async () => {
    await begin(2);
    expect(await new QueryClient().query(storedData(scope).counts())).toMatchObject({
      certifications: 1,
    });
    await storedData('elsewhere').erase();
    expect(await store.listItems('q')).toHaveLength(2);
    await storedData(scope).erase();
    expect(await store.read('q')).toBeUndefined();
    expect(await store.listItems('q')).toEqual([]);
  });
});

describe('certifying a selection in a group', () => {
  it('NO-1 puts each into the next batch once, by the job for groups', async () => {
    await begin(3, 'q', 'grouped');
    const { fetch, state, seen } = service({ batchEvery: 0 });
    const done = await runCertification('q', hostOf(fetch, state));
    expect(done).toMatchObject({
      status: 'done',
      way: 'grouped',
      counts: { pending: 3, waiting: 0, asking: 0 },
    });
    expect(state.posts).toEqual([idOf(0), idOf(1), idOf(2)]);
    const post = seen.find(({ method }) => method === 'POST');
    expect(post?.url.pathname).toBe('/rest/v1/schedule-grouped-nom151-certification');
    expect(post?.url.searchParams.get('witnessId')).toBe(idOf(0));
    expect(post?.body).toEqual({ witnessId: idOf(0) });
  });

  it('NO-2 leaves alone what was certified by itself since it was chosen', async () => {
    await begin(3, 'q', 'grouped');
    const { fetch, state } = service({ certified: [1] });
    await runCertification('q', hostOf(fetch, state));
    expect(await states()).toEqual(['pending', 'already', 'pending']);
    expect((await store.listItems('q'))[1]?.certifiedAt).toBe('2026-11-01T00:00:00.000Z');
    expect(state.posts).toEqual([idOf(0), idOf(2)]);
  });

  it('spends once for each, or says that it is unclear, wherever it is cut off and however often resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Fault>('none', 'none', 'before', 'after', 'busy', 'error'), {
          maxLength: 30,
        }),
        fc.constantFrom(0, 1, 3, 7),
        async (faults, batchEvery) => {
          await storedData().erase();
          await begin(6, 'q', 'grouped');
          const { fetch, state } = service({ witnesses: 6, faults, batchEvery });
          let job: CertifyJob | undefined;
          for (let tries = 0; tries < 60 && job?.status !== 'done'; tries += 1) {
            if (job) await store.change('q', resumeJob);
            job = await runCertification('q', hostOf(fetch, state));
          }
          expect(job?.status).toBe('done');
          expect(new Set(state.spent).size).toBe(state.spent.length);
          for (const item of await store.listItems('q')) {
            if (item.state === 'failed') expect(item.failure?.kind).toBe('unclear');
            else expect(state.spent).toContain(item.witness);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('a lost answer is settled by the batch when it comes, and is never requested again', async () => {
    await begin(1, 'q', 'grouped');
    const { fetch, state } = service({ faults: ['none', 'after'], batchEvery: 3 });
    expect(await runCertification('q', hostOf(fetch, state))).toMatchObject({
      status: 'done',
      counts: { certified: 1 },
    });
    expect(state.posts).toHaveLength(1);
  });

  it('where no batch settles it, only the user has it requested again', async () => {
    await begin(2, 'q', 'grouped');
    const { fetch, state } = service({ faults: ['none', 'before'], batchEvery: 0 });
    const host = hostOf(fetch, state);
    const done = await runCertification('q', host);
    expect(done).toMatchObject({ status: 'done', counts: { failed: 1, pending: 1 } });
    expect((await store.listItems('q'))[0]).toMatchObject({ state: 'failed', failure: { kind: 'unclear' } });
    expect(state.spent).toEqual([idOf(1)]);
    await store.retryFailed('q');
    expect(await runCertification('q', host)).toMatchObject({ status: 'done', counts: { pending: 2 } });
    expect(state.spent).toEqual([idOf(1), idOf(0)]);
  });

  it('asks what is left of the quota for groups, and stops when nothing is', async () => {
    await begin(2, 'q', 'grouped');
    const { fetch, state } = service({ quota: 1 });
    const queriedWays: CertifyWay[] = [];
    const quota = (way: CertifyWay) => {
      queriedWays.push(way);
      return Promise.resolve(0);
    };
    expect(await runCertification('q', hostOf(fetch, state, { quota }))).toMatchObject({
      status: 'stopped',
      failure: { kind: 'quota' },
      counts: { waiting: 1 },
    });
    expect(queriedWays).toEqual(['grouped']);
  });

  it('a service without the operation is called once, and all of it stays to be done', async () => {
    await begin(3, 'q', 'grouped');
    const { fetch, state } = service({ refuse: () => json({ message: 'Not found' }, 404) });
    expect(await runCertification('q', hostOf(fetch, state))).toMatchObject({
      status: 'stopped',
      failure: { kind: 'absent' },
      counts: { waiting: 3, failed: 0 },
    });
    expect(state.posts).toHaveLength(1);
  });
});

describe('where a witness stands before it is certified', () => {
  const organization = { id: 'f'.repeat(24) };
  it('NO-2 NO-3 is reported by the service alone', () => {
    const own = organization.id;
    const single = (witness: Parameters<typeof standingOf>[0], of: string | undefined) =>
      standingOf(witness, of, 'single');
    expect(single({ organization }, own)).toBe('certifiable');
    expect(single({ organization, nom151: null }, own)).toBe('certifiable');
    expect(single({ organization, nom151: { createdAt: '2026-11-01T00:00:00Z' } }, own)).toBe('already');
    expect(single({ organization, nom151: {} }, own)).toBe('pending');
    expect(single({ organization: { id: '0'.repeat(24) } }, own)).toBe('not-ours');
    // Not reported whose it is, or whose key it is: the service decides.
    expect(single({}, own)).toBe('certifiable');
    expect(single({ organization }, undefined)).toBe('certifiable');
  });

  it('NO-2 in a group, what has any certificate is left alone', () => {
    const grouped = (witness: Parameters<typeof standingOf>[0]) =>
      standingOf({ organization, ...witness }, organization.id, 'grouped');
    const createdAt = '2026-11-01T00:00:00Z';
    const merkleRoot = 'a'.repeat(64);
    expect(grouped({ merkleized: null })).toBe('certifiable');
    // A batch whose root nobody certified: there can be another.
    expect(grouped({ merkleized: { merkleRoot, createdAt } })).toBe('certifiable');
    expect(grouped({ merkleized: { merkleRoot, createdAt, nom151Provider: 'P' } })).toBe('already');
    expect(grouped({ merkleized: {} })).toBe('pending');
    expect(grouped({ nom151: { createdAt } })).toBe('own');
    expect(grouped({ nom151: {} })).toBe('pending');
    expect(grouped({ organization: { id: '0'.repeat(24) } })).toBe('not-ours');
    // One of its own can be had beside one of a group.
    const inGroup = { organization, merkleized: { merkleRoot, createdAt, nom151Provider: 'P' } };
    expect(standingOf(inGroup, organization.id, 'single')).toBe('certifiable');
  });
});
