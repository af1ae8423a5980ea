import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { ApiError } from './errors.ts';
import { createTurns, mostInFlight, type Turns } from './in-flight.ts';
import { baseUrl, fakeFetch, json } from '../testing/answers.ts';

type Rank = 'write' | 'read' | 'background';

const takeOf =
  (turns: Turns) =>
  (host: string, rank: Rank, signal?: AbortSignal): Promise<() => void> =>
    turns({
      baseUrl: `https://${host}/rest/v1`,
      method: rank === 'write' ? 'PUT' : 'GET',
      path: '/',
      background: rank === 'background',
      signal,
    });
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('calls on their way', () => {
  it('are never more than so many to one host, whatever comes and goes, and all come to their turn', async () => {
    const rank = fc.constantFrom<Rank>('write', 'read', 'background');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ rank, host: fc.constantFrom('a', 'b'), takenBack: fc.boolean() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (calls, most) => {
          const take = takeOf(createTurns(most));
          const running = { a: 0, b: 0 };
          let begun = 0;
          let left = 0;
          const all = calls.map(async ({ rank: own, host, takenBack }) => {
            const stop = new AbortController();
            const turn = take(host, own, stop.signal);
            if (takenBack) stop.abort();
            try {
              const end = await turn;
              begun += 1;
              running[host] += 1;
              expect(running[host]).toBeLessThanOrEqual(most);
              await soon();
              running[host] -= 1;
              end();
              end();
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              left += 1;
            }
          });
          await Promise.all(all);
          expect(begun + left).toBe(calls.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('start with what the user does, then what is shown, then what only probes the service', async () => {
    const take = takeOf(createTurns(1));
    const order: string[] = [];
    const first = await take('a', 'read');
    const waiting = (['background', 'read', 'write', 'read'] as const).map(async (rank, at) => {
      const end = await take('a', rank);
      order.push(`${rank} ${at}`);
      end();
    });
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['write 2', 'read 1', 'read 3', 'background 0']);
  });

  it('wait without their time running out, and one that is taken back is never sent', async () => {
    const answers: (() => void)[] = [];
    const { fetch, seen } = fakeFetch(
      () => new Promise((resolve) => answers.push(() => resolve(json({ results: [] })))),
    );
    const turns = createTurns();
    const client = createClient({
      baseUrl,
      scope: 's',
      key: () => 'k',
      fetch,
      timeout: 200,
      turns: () => turns,
    });
    const many = Array.from({ length: mostInFlight }, () => client.call('listWitnesses'));
    const stop = new AbortController();
    const back = client.call('listSubjects', { signal: stop.signal });
    const late = client.call('listWitnesses');
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(seen).toHaveLength(mostInFlight);
    stop.abort();
    await expect(back).rejects.toMatchObject({ kind: 'cancelled' });
    for (const answer of answers.splice(0)) answer();
    await Promise.all(many);
    await new Promise((resolve) => setTimeout(resolve, 120));
    // The timeout has passed since the call was queued, not since it was sent.
    for (const answer of answers.splice(0)) answer();
    await expect(late).resolves.toEqual({ results: [] });
    expect(seen.map(({ url }) => url.pathname)).not.toContain('/rest/v1/subjects');
  });

  it('hold no turn while a refused key waits for another', async () => {
    let provideKey: (() => void) | undefined;
    let key = 'old';
    const { fetch } = fakeFetch(({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? json({ results: [] }) : json({}, 401),
    );
    const turns = createTurns(1);
    const settings = { baseUrl, scope: 's', fetch, turns: () => turns };
    const parked = createClient({
      ...settings,
      key: () => key,
      anotherKey: () => new Promise((resolve) => (provideKey = resolve)),
    }).call('listWitnesses');
    await soon();
    await expect(
      createClient({ ...settings, key: () => 'new' }).call('listWitnesses'),
    ).resolves.toBeDefined();
    key = 'new';
    provideKey?.();
    await expect(parked).resolves.toEqual({ results: [] });
    await expect(createClient({ ...settings, key: () => 'old' }).call('listWitnesses')).rejects.toThrow(
      ApiError,
    );
  });
});
