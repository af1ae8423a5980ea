import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as policyWatch from '#client/http/policy-watch.ts';
import { memoryStore, bulkHost, bulkOf } from '../testing/bulk-run.ts';
import { injectedFaults, sendService, type InjectedFault } from '../testing/send-service.ts';
import { runBulk } from './run-bulk.ts';

// The browser reports a moment later that the page's content policy blocked a call. No page runs here.
beforeAll(() => {
  vi.spyOn(policyWatch, 'wasBlocked').mockResolvedValue(false);
});

/** What interrupts a bulk: the tab that runs it ends before or after a write, or at once with an answer under way. */
type End = { readonly write: number; readonly when: 'before' | 'after' };

const count = 6;

/** How a bulk ends without injected faults: what the service has, and what is written. */
async function uninterrupted() {
  const made = sendService();
  const memory = memoryStore();
  const { job, items } = bulkOf(count);
  memory.add(job, items);
  await runBulk('b', bulkHost(made.fetch, memory.store).host);
  return finalState(made, memory);
}

/** Without what depends on who came first: ids, and times. */
function finalState({ records }: ReturnType<typeof sendService>, store: ReturnType<typeof memoryStore>) {
  const nameOf = (id: string) => records.requests.find((request) => request.id === id)?.name;
  const job = store.job('b');
  return {
    requests: records.requests.map(({ name, draft }) => `${name} ${draft ? 'draft' : 'sent'}`).sort(),
    invites: records.invites.map(({ request, subject }) => `${nameOf(request)} ${subject}`).sort(),
    status: job?.status,
    counts: job?.counts,
    bytes: job?.bytes,
    waitingUntil: job?.waitingUntil,
    items: store.items().map(({ n, state, progress, failure, rows }) => ({
      n,
      state,
      request: nameOf(progress.requestId ?? ''),
      invited: Object.keys(progress.invited).sort(),
      sent: progress.sent,
      failure,
      rows,
    })),
  };
}

describe('The stored job of a bulk', () => {
  it('ends in the same state as the uninterrupted run, with one request and one invite each, whatever is cut off, refused, corrupted or crashes', async () => {
    const expected = await uninterrupted();
    expect(expected.requests).toHaveLength(count);
    expect(expected.invites).toHaveLength(2 * count);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<InjectedFault>(...injectedFaults), { maxLength: 60 }),
        fc.array(fc.record({ write: fc.nat({ max: 25 }), when: fc.constantFrom('before', 'after') }), {
          maxLength: 6,
        }),
        // Our own service knows names of calls and refuses a second invite; another need do neither.
        fc.boolean(),
        fc.nat(),
        async (faults, ends, isOwn, order) => {
          vi.stubGlobal('location', { origin: isOwn ? 'https://service.example' : 'https://page.example' });
          const refusesTwins = isOwn;
          let call = 0;
          // Mishaps one after another, whichever item is at work, and in another order of answers each time.
          const made = sendService(() => faults[call++] ?? 'none', { list: true, refusesTwins });
          const shuffled: typeof fetch = async (input, init) => {
            for (let turns = (order * (call + 7)) % 4; turns > 0; turns -= 1) await nextTurn();
            return made.fetch(input, init);
          };
          const tabs = crashing([...ends]);
          const memory = memoryStore(tabs.beforeWrite, tabs.afterWrite);
          const { job, items } = bulkOf(count);
          memory.add(job, items);
          for (let runs = 0; runs < 80 && !isSettled(memory); runs += 1) {
            // What a reader does who wants all of it, whatever was refused.
            memory.decide('b', made.records);
            memory.goOn('b');
            await liveTab(tabs, shuffled, memory.store);
          }
          expect(finalState(made, memory)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it('is run by one tab at a time: of two that compete for its lock one runs it, and the other goes on where that one ended', async () => {
    const expected = await uninterrupted();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<InjectedFault>('none', 'none', 'after', 'before', 'wrong'), {
          maxLength: 30,
        }),
        fc.nat({ max: 60 }),
        async (faults, endsAt) => {
          let call = 0;
          const made = sendService(() => faults[call++] ?? 'none', { list: true, refusesTwins: false });
          const tabs = crashing([{ write: endsAt, when: 'after' }]);
          const memory = memoryStore(tabs.beforeWrite, tabs.afterWrite);
          const { job, items } = bulkOf(count);
          memory.add(job, items);
          const lock = oneAtATime();
          const atWork = new Set<number>();
          const tab = (n: number): Promise<void> =>
            lock(async () => {
              atWork.add(n);
              expect(atWork.size).toBe(1);
              await liveTab(tabs, made.fetch, memory.store);
              atWork.delete(n);
            });
          await Promise.all([tab(1), tab(2), tab(3)]);
          expect(finalState(made, memory)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);
});

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function isSettled(memory: ReturnType<typeof memoryStore>): boolean {
  const job = memory.job('b');
  return job?.status === 'done' && job.counts.failed === 0;
}

/** One tab runs it until it ends or the tab does. What a dead tab still gets an answer to, it writes nowhere. */
async function liveTab(
  tabs: ReturnType<typeof crashing>,
  fetcher: typeof fetch,
  store: ReturnType<typeof memoryStore>['store'],
): Promise<void> {
  const tab = tabs.open();
  const alive: typeof fetch = async (input, init) => {
    // The calls of a dead tab end with it, and no further ones are made.
    if (tab.isDead()) await new Promise(() => undefined);
    const answer = await fetcher(input, init);
    if (tab.isDead()) await new Promise(() => undefined);
    return answer;
  };
  const own: typeof store = {
    ...store,
    change: (id, how) => tab.write(() => store.change(id, how)),
    settle: (item) => tab.write(() => store.settle(item)),
  };
  await Promise.race([runBulk('b', bulkHost(alive, own).host), tab.dead]);
}

/** Tabs that end at given writes, counted from the beginning of each. */
function crashing(ends: End[]) {
  let writes = 0;
  let next = ends.shift();
  let die = (): void => undefined;
  const dieIf = (when: End['when']): void => {
    if (next?.when !== when || writes !== next.write) return;
    next = ends.shift();
    die();
    throw new Error('the tab is gone');
  };
  return {
    beforeWrite: () => dieIf('before'),
    afterWrite: () => {
      dieIf('after');
      writes += 1;
    },
    open: () => {
      writes = 0;
      let isDead = false;
      const dead = new Promise<void>((resolve) => {
        die = () => {
          isDead = true;
          resolve();
        };
      });
      return {
        dead,
        isDead: () => isDead,
        write: async <T>(run: () => Promise<T>): Promise<T> => {
          if (isDead) await new Promise(() => undefined);
          return run();
        },
      };
    },
  };
}

/** A lock as a browser keeps it: who asks second waits for the first. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run, run);
    last = turn;
    return turn;
  };
}
