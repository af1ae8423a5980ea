import { describe, expect, it } from 'vitest';
import { createWatchedRun } from './watched-run.ts';

const delays = { gather: 1, retry: 1, longestRetry: 1 };
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a job that is watched', () => {
  it('ST-30 is started again where it stands still, and what stood still begins nothing more', async () => {
    let runs = 0;
    let free = (): void => undefined;
    const went: boolean[] = [];
    const run = createWatchedRun(
      async (look) => {
        runs += 1;
        if (runs > 1) return 5;
        await new Promise<void>((resolve) => (free = resolve));
        went.push(look());
        return 5;
      },
      delays,
      () => undefined,
    );
    run.start();
    await pause(30);
    expect(runs).toBe(1);
    expect(run.restartIfStill(10_000)).toBe(false);
    expect(run.restartIfStill(20)).toBe(true);
    await pause(40);
    expect(runs).toBeGreaterThan(1);
    // It is looked at anew: what runs is not started again.
    expect(run.restartIfStill(1_000)).toBe(false);
    free();
    await pause(5);
    expect(went).toEqual([false]);
    await run.stop();
    const ended = runs;
    await pause(30);
    expect(runs).toBe(ended);
    expect(run.restartIfStill(0)).toBe(false);
  });

  it('ST-30 stops between two parts of a run, and does not wait for what stands still', async () => {
    let parts = 0;
    const long = createWatchedRun(
      async (look) => {
        for (; look(); parts += 1) await pause(2);
        return 1_000;
      },
      delays,
      () => undefined,
    );
    long.start();
    await pause(30);
    await long.stop();
    expect(parts).toBeGreaterThan(0);
    const stuck = createWatchedRun(
      () => new Promise(() => undefined),
      delays,
      () => undefined,
    );
    stuck.start();
    await pause(20);
    expect(stuck.restartIfStill(0)).toBe(true);
  });
});
