import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeatedRun } from './repeated-run.ts';

const delays = { gather: 250, retry: 1_000, longestRetry: 4_000 };

/** A job whose runs take until they are released. */
function job(duration: number, answer = 5_000) {
  const starts: number[] = [];
  const failures: unknown[] = [];
  const state = { running: 0, most: 0, failing: false };
  const run = async (): Promise<number> => {
    starts.push(performance.now());
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await new Promise((resolve) => setTimeout(resolve, duration));
    state.running -= 1;
    if (state.failing) throw new Error('down');
    return answer;
  };
  const repeated = createRepeatedRun(run, delays, (error) => failures.push(error));
  return { repeated, starts, failures, state };
}

describe('a job that runs again and again', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('runs at the start, and by itself after the delay that it answers', async () => {
    const { repeated, starts } = job(10);
    repeated.start();
    await pass(11_000);
    expect(starts).toHaveLength(3);
    await repeated.stop();
  });

  it('goes on after it was woken during a run that is longer than the gathering', async () => {
    const { repeated, starts } = job(1_000);
    repeated.start();
    await pass(100);
    repeated.wake();
    await pass(3_000);
    expect(starts).toHaveLength(2);
    // And by itself ever after.
    await pass(12_000);
    expect(starts.length).toBeGreaterThanOrEqual(4);
    repeated.wake();
    const before = starts.length;
    await pass(1_300);
    expect(starts.length).toBe(before + 1);
    await repeated.stop();
  });

  it('is woken at any time of any run, and always runs again within the gathering after it', async () => {
    for (let at = 0; at <= 700; at += 50) {
      const { repeated, starts } = job(300, 60_000);
      repeated.start();
      await pass(at);
      const woken = performance.now();
      repeated.wake();
      await pass(1_000);
      expect([at, starts.some((start) => start >= woken)]).toEqual([at, true]);
      const stopped = repeated.stop();
      await pass(1_000);
      await stopped;
    }
  });

  it('never runs twice at once, and gathers what wakes it together', async () => {
    const { repeated, starts, state } = job(400);
    repeated.start();
    for (let at = 0; at < 20; at++) {
      repeated.wake();
      await pass(10);
    }
    await pass(1_000);
    expect(state.most).toBe(1);
    expect(starts).toHaveLength(2);
    await pass(1_000);
    await repeated.stop();
  });

  it('waits twice as long after each failure in a row, and tells of each', async () => {
    const { repeated, starts, failures, state } = job(0);
    state.failing = true;
    repeated.start();
    await pass(20_000);
    const pauses = starts.slice(1).map((start, index) => Math.round((start - (starts[index] ?? 0)) / 1_000));
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 4, 4]);
    expect(failures).toHaveLength(starts.length);
    state.failing = false;
    await pass(10_000);
    await repeated.stop();
  });

  it('being woken shortens no wait after a failure of a run that was under way', async () => {
    const { repeated, starts, state } = job(500);
    state.failing = true;
    repeated.start();
    await pass(100);
    repeated.wake();
    await pass(1_300);
    expect(starts).toHaveLength(1);
    const stopped = repeated.stop();
    await pass(1_000);
    await stopped;
  });

  it('stops after what is under way, and then never runs', async () => {
    const { repeated, starts, state } = job(500);
    repeated.start();
    await pass(100);
    const stopped = repeated.stop();
    repeated.wake();
    await pass(500);
    await stopped;
    expect(state.running).toBe(0);
    await pass(60_000);
    expect(starts).toHaveLength(1);
  });
});
