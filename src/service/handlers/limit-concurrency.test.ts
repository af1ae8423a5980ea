import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Handlers } from './call.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const pause = (ticks: number): Promise<void> =>
  ticks === 0 ? Promise.resolve() : Promise.resolve().then(() => pause(ticks - 1));

/** Runs work as operations of one limited service; the limit is the same whatever the operation returns. */
function createRunner(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  const run = (work: () => Promise<unknown>): Promise<unknown> => work();
  // The handler takes its work as its call, which no operation of the interface does.
  const handlers = limitConcurrency({ readSubject: run } as unknown as Handlers, maxConcurrent);
  return handlers.readSubject as unknown as ReturnType<typeof createRunner>;
}

describe('limit of concurrent operations', () => {
  it('ST-23 runs at most the given number of operations, starts them in order of arrival and completes all', async () => {
    const work = fc.record({ ticks: fc.nat({ max: 12 }), fails: fc.boolean(), after: fc.nat({ max: 6 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(work, { maxLength: 40 }),
        async (most, works) => {
          const run = createRunner(most);
          const begun: number[] = [];
          let running = 0;
          let highest = 0;
          const all: Promise<unknown>[] = [];
          for (const [index, { ticks, fails, after }] of works.entries()) {
            const result = run(async () => {
              begun.push(index);
              running += 1;
              highest = Math.max(highest, running);
              await pause(ticks);
              running -= 1;
              if (fails) throw new Error('failed');
              return index;
            });
            all.push(result.catch(() => index));
            await pause(after);
          }
          expect(await Promise.all(all)).toEqual(works.map((_, index) => index));
          expect(begun).toEqual(works.map((_, index) => index));
          expect(highest).toBeLessThanOrEqual(most);
          expect(running).toBe(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ST-23 frees the place of an operation that throws synchronously', async () => {
    const run = createRunner(1);
    const broken = (): Promise<never> => {
      throw new Error('at once');
    };
    const all = [run(broken), run(broken), run(async () => 'done')];
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });

  it.each(['certifyWitness', 'signInvite'] as const)(
    'ST-23 does not limit %s, which waits for third-party services',
    async (name) => {
      const limited = limitConcurrency(
        { readSubject: () => new Promise(() => undefined), [name]: () => Promise.resolve('done') },
        1,
      ) as unknown as Record<'readSubject' | typeof name, () => Promise<unknown>>;
      void limited.readSubject();
      await expect(limited[name]()).resolves.toBe('done');
    },
  );
});
