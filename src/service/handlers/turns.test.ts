import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const pause = (ticks: number): Promise<void> =>
  ticks === 0 ? Promise.resolve() : Promise.resolve().then(() => pause(ticks - 1));

describe('turns', () => {
  it('ST-23 never more than may run at once, each in the order in which it came, and none is left behind', async () => {
    const work = fc.record({ ticks: fc.nat({ max: 12 }), fails: fc.boolean(), after: fc.nat({ max: 6 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(work, { maxLength: 40 }),
        async (most, works) => {
          const turns = createTurns(most);
          const begun: number[] = [];
          let running = 0;
          let highest = 0;
          const all: Promise<unknown>[] = [];
          for (const [index, { ticks, fails, after }] of works.entries()) {
            const turn = turns(async () => {
              begun.push(index);
              running += 1;
              highest = Math.max(highest, running);
              await pause(ticks);
              running -= 1;
              if (fails) throw new Error('failed');
              return index;
            });
            all.push(turn.catch(() => index));
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

  it('ST-23 work that throws before it is under way gives its turn back', async () => {
    const turns = createTurns(1);
    const broken = (): Promise<never> => {
      throw new Error('at once');
    };
    const all = [turns(broken), turns(broken), turns(async () => 'done')];
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });
});
