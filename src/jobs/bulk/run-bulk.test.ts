import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as policyWatch from '#client/http/policy-watch.ts';
import { json } from '#client/testing/answers.ts';
import { memoryStore, bulkHost, bulkOf } from '../testing/bulk-run.ts';
import { sendService, type InjectedFault } from '../testing/send-service.ts';
import { retryItem } from './bulk.ts';
import { runBulk } from './run-bulk.ts';

// The browser reports a moment later that the page's content policy blocked a call. No page runs here.
beforeAll(() => {
  vi.spyOn(policyWatch, 'wasBlocked').mockResolvedValue(false);
});

const service = (next: Parameters<typeof sendService>[0] = () => 'none', list = true) =>
  sendService(next, { list });

function storeWithBulk(count: number) {
  const memory = memoryStore();
  const { job, items } = bulkOf(count);
  memory.add(job, items);
  return memory;
}

/** Exactly one sent request for each item, with one invite for each signer. */
function expectAllSentOnce({ records }: ReturnType<typeof service>, count: number): void {
  expect(records.requests.map(({ name }) => name).sort()).toEqual(
    Array.from({ length: count }, (_, n) => `Contrato ${n}`).sort(),
  );
  expect(records.requests.every(({ draft }) => !draft)).toBe(true);
  const invited = records.invites.map(({ request, subject }) => `${request} ${subject}`);
  expect(new Set(invited).size).toBe(invited.length);
  expect(invited).toHaveLength(2 * count);
}

describe('A bulk', () => {
  it('sends every request once, at most four at a time, and counts what it did', async () => {
    const memory = storeWithBulk(20);
    const made = service();
    let atWork = 0;
    let most = 0;
    const watched: typeof fetch = async (input, init) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return made.fetch(input, init).finally(() => (atWork -= 1));
    };
    const end = await runBulk('b', bulkHost(watched, memory.store).host);
    expect(end).toMatchObject({
      status: 'done',
      counts: { waiting: 0, running: 0, done: 20, failed: 0, refused: 0 },
      bytes: { total: 60, sent: 60 },
    });
    expectAllSentOnce(made, 20);
    expect(most).toBe(4);
  });

  it('never asks faster than 4,800 times a minute', async () => {
    const memory = storeWithBulk(30);
    const made = service();
    const world = bulkHost(made.fetch, memory.store);
    await runBulk('b', world.host);
    const calls = made.seen.filter(({ url }) => !url.pathname.startsWith('/uploads/')).length;
    // And once whether it serves a document of itself.
    expect(calls).toBe(30 * 5 + 1);
    expect(world.now()).toBeGreaterThanOrEqual((calls - 1) * 12.5);
  });

  it('sends nothing of what the dry run refused, and keeps it for the result', async () => {
    const memory = memoryStore();
    const { job, items } = bulkOf(2);
    const [first, second] = items;
    if (!first || !second) throw new Error('Two were begun.');
    memory.add({ ...job, counts: { ...job.counts, waiting: 1, refused: 1 } }, [
      { ...first, state: 'refused', reasons: ['no-link'] },
      second,
    ]);
    const made = service();
    const end = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 1, refused: 1 } });
    expect(made.records.requests.map(({ name }) => name)).toEqual(['Contrato 1']);
    expect(memory.items()[0]).toMatchObject({ state: 'refused', reasons: ['no-link'] });
  });

  it('fails one request alone, and sends the others', async () => {
    const memory = storeWithBulk(6);
    const made = service(({ method, body, url }) => {
      if (method !== 'POST' || !url.pathname.endsWith('/signature-request')) return 'none';
      return JSON.stringify(body).includes('"Contrato 2"') ? 'no' : 'none';
    });
    const end = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 5, failed: 1 } });
    expect(memory.items()[2]).toMatchObject({ state: 'failed', failure: { step: 'create', kind: 'rule' } });
    expect(made.records.requests).toHaveLength(5);
  });

  it('tries what passes again without end, with growing pauses of at most half a minute', async () => {
    const memory = storeWithBulk(3);
    let calls = 0;
    const made = service(() => (calls++ < 120 ? 'busy' : 'none'));
    const world = bulkHost(made.fetch, memory.store, { random: () => 0.999 });
    const end = await runBulk('b', world.host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 3 } });
    expectAllSentOnce(made, 3);
    expect(world.now()).toBeGreaterThan(60_000);
    expect(Math.max(...world.slept)).toBeLessThanOrEqual(500);
    expect(end?.waitingUntil).toBeUndefined();
    expect(end?.failure).toBeUndefined();
  });

  it('sends a create that is limited twice, leaves the third to a person, and sends the others', async () => {
    const memory = storeWithBulk(3);
    let isLimiting = true;
    let creates = 0;
    const made = service(({ method, body, url }) => {
      if (method !== 'POST' || !url.pathname.endsWith('/signature-request')) return 'none';
      if (!JSON.stringify(body).includes('"Contrato 1"')) return 'none';
      creates += 1;
      return isLimiting ? 'slow-down' : 'none';
    });
    const end = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 2, failed: 1 } });
    const [, limited] = memory.items();
    expect(limited).toMatchObject({ state: 'failed', failure: { step: 'create', kind: 'rate-limited' } });
    expect(creates).toBe(2);

    isLimiting = false;
    if (!limited) throw new Error('Three were begun.');
    const again = memoryStore();
    again.add({ ...bulkOf(1).job }, [{ ...retryItem(limited), n: 0 }]);
    expect(await runBulk('b', bulkHost(made.fetch, again.store).host)).toMatchObject({ counts: { done: 1 } });
    expect(creates).toBe(3);
    expect(made.records.requests).toHaveLength(3);
  });

  it('waits as long as the service requests, reports until when and why, and calls nothing meanwhile', async () => {
    const memory = storeWithBulk(2);
    let first = true;
    const times: number[] = [];
    const made = service(() => {
      times.push(world.now());
      const fault: InjectedFault = first ? 'slow-down' : 'none';
      first = false;
      return fault;
    });
    const world = bulkHost(made.fetch, memory.store);
    const waits: unknown[] = [];
    const change = world.host.store.change;
    const store = {
      ...world.host.store,
      change: async (...args: Parameters<typeof change>) => {
        const job = await change(...args);
        waits.push([job?.waitingUntil, job?.failure?.kind]);
        return job;
      },
    };
    expect(await runBulk('b', { ...world.host, store })).toMatchObject({ status: 'done' });
    expect(waits[0]).toEqual([new Date(2500).toISOString(), 'rate-limited']);
    expect(times.filter((at) => at > 100 && at < 2000)).toEqual([]);
    expectAllSentOnce(made, 2);
  });

  it('waits without a network, and goes on as soon as there is one', async () => {
    const memory = storeWithBulk(2);
    const made = service();
    let looks = 0;
    const world = bulkHost(made.fetch, memory.store, { isOnline: () => looks++ > 40 });
    expect(await runBulk('b', world.host)).toMatchObject({ status: 'done' });
    expectAllSentOnce(made, 2);
    expect(world.now()).toBeLessThan(60_000);
  });

  it.each([
    ['a refused key', 401, 'key-refused'],
    ['an organization that is not the caller’s', 403, 'forbidden'],
    ['a quota that is to be paid for', 402, 'refused'],
  ] as const)(
    'stops whole at %s, says why, loses nothing, and goes on from there',
    async (_, status, kind) => {
      const memory = storeWithBulk(8);
      const made = service();
      let isRefused = true;
      const guarded: typeof fetch = (input, init) =>
        isRefused && made.records.requests.length >= 2 && String(init?.method) === 'POST'
          ? Promise.resolve(json({ message: 'no' }, status))
          : made.fetch(input, init);
      const stopped = await runBulk('b', bulkHost(guarded, memory.store).host);
      expect(stopped).toMatchObject({ status: 'stopped', failure: { kind } });
      expect(stopped?.counts.failed).toBe(0);
      isRefused = false;
      memory.goOn('b');
      expect(await runBulk('b', bulkHost(guarded, memory.store).host)).toMatchObject({ status: 'done' });
      expectAllSentOnce(made, 8);
    },
  );

  it('stops completely when the disk is too full to store its progress, even if that cannot be stored either', async () => {
    let isFull = false;
    let hasSpace = false;
    const memory = memoryStore(() => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    const { job, items } = bulkOf(8);
    memory.add(job, items);
    const made = service(() => {
      isFull ||= !hasSpace && made.records.requests.length >= 2;
      return 'none';
    });
    const stopped = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(stopped).toMatchObject({ status: 'stopped', failure: { kind: 'disk' } });
    isFull = false;
    hasSpace = true;
    expect(await runBulk('b', bulkHost(made.fetch, memory.store).host)).toMatchObject({ status: 'done' });
    expectAllSentOnce(made, 8);
  });

  it('stops when so many are refused for one reason that it is no longer about single requests', async () => {
    const memory = storeWithBulk(60);
    const made = service(({ method, url }) =>
      method === 'POST' && url.pathname.endsWith('/signature-request') ? 'no' : 'none',
    );
    const stopped = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(stopped).toMatchObject({ status: 'stopped', failure: { step: 'create', kind: 'rule' } });
    expect(stopped?.counts.failed).toBeLessThan(30);
  });

  it('can be paused at any step, and goes on from there', async () => {
    for (const at of [1, 2, 4, 7, 11, 18]) {
      const memory = storeWithBulk(5);
      let calls = 0;
      const made = service(() => {
        calls += 1;
        if (calls === at) void memory.store.change('b', (job) => ({ ...job, status: 'paused' }));
        return 'none';
      });
      const paused = await runBulk('b', bulkHost(made.fetch, memory.store).host);
      expect(paused?.status, `call ${at}`).toBe('paused');
      expect(made.seen.length, `call ${at}`).toBeLessThan(at + 8);
      memory.goOn('b');
      expect((await runBulk('b', bulkHost(made.fetch, memory.store).host))?.status).toBe('done');
      expectAllSentOnce(made, 5);
    }
  });

  it('begins nothing any more once it is cancelled', async () => {
    const memory = storeWithBulk(10);
    const made = service(() => {
      if (made.records.requests.length === 3)
        void memory.store.change('b', (job) => ({ ...job, status: 'cancelled' }));
      return 'none';
    });
    const end = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(end?.status).toBe('cancelled');
    expect(made.records.requests.length).toBeLessThan(8);
    expect(await runBulk('b', bulkHost(made.fetch, memory.store).host)).toMatchObject({
      status: 'cancelled',
    });
  });

  it('asks the reader about what the service cannot tell, and goes on with the others', async () => {
    const memory = storeWithBulk(4);
    let cut = true;
    const made = service(({ method, url }) => {
      const isCreate = method === 'POST' && url.pathname.endsWith('/signature-request');
      if (!isCreate || !cut) return 'none';
      cut = false;
      return 'after';
    }, false);
    const end = await runBulk('b', bulkHost(made.fetch, memory.store).host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 3, failed: 1 } });
    const failed = memory.items().find(({ state }) => state === 'failed');
    expect(failed?.failure).toMatchObject({ step: 'create', kind: 'ambiguous' });
  });

  it('takes a document whose bytes are gone for one failure alone', async () => {
    const memory = memoryStore();
    const { job, items } = bulkOf(3);
    memory.add(
      job,
      items.map((item, n) => ({ ...item, fileId: n === 1 ? 'gone' : 'file' })),
    );
    const made = service();
    const readFile = (id: string) => Promise.resolve(id === 'gone' ? undefined : new Blob(['abc']));
    const end = await runBulk('b', bulkHost(made.fetch, memory.store, { readFile }).host);
    expect(end).toMatchObject({ status: 'done', counts: { done: 2, failed: 1 } });
    expect(memory.items()[1]?.failure?.kind).toBe('file-missing');
  });
});
