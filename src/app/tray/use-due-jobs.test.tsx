import { renderHook } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginBulk } from '#jobs/bulk/bulk.ts';
import type { JobEntry } from '#jobs/engine/job-list.ts';
import type { RunOptions } from '#jobs/engine/use-jobs.ts';
import { beginSend } from '#jobs/send/send-job.ts';
import type { SendJob } from '#jobs/send/send-record.ts';
import { sendPlan as plan } from '#jobs/testing/send-plan.ts';
import { useDueJobs } from './use-due-jobs.ts';

beforeAll(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: {} });
});
afterAll(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

const send = (part: Partial<SendJob>, interrupted = false): JobEntry => ({
  kind: 'send',
  job: { ...beginSend('s', 'scope', plan), progress: { invited: {}, key: 'k' }, ...part },
  interrupted,
});
const bulk = (status: 'running' | 'paused'): JobEntry => ({
  kind: 'bulk',
  job: { ...beginBulk('b', 'scope', { title: '', columns: [], items: [] }, 0).job, status },
  interrupted: false,
});

/** Runners that wait for their turn until they are let. */
function runners() {
  const requested: { id: string; signal: AbortSignal | undefined; end: () => void }[] = [];
  const run = vi.fn(
    (id: string, { signal }: RunOptions) =>
      new Promise<undefined>((resolve, reject) => {
        requested.push({ id, signal, end: () => resolve(undefined) });
        signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
      }),
  );
  return { requested, run, all: { send: { run }, certify: { run }, bulk: { run } } };
}

const later = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

describe('What goes on by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is what is written as running, also while another tab runs it: this one waits for its turn, once', async () => {
    const { all, requested, run } = runners();
    const { rerender } = renderHook(({ entries }) => useDueJobs('scope', entries, all), {
      initialProps: { entries: [bulk('running'), send({})] },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(requested.map(({ id }) => id).sort()).toEqual(['b', 's']);
    rerender({ entries: [bulk('running'), send({})] });
    await vi.advanceTimersByTimeAsync(10);
    expect(run).toHaveBeenCalledTimes(2);
    requested.find(({ id }) => id === 'b')?.end();
    await vi.advanceTimersByTimeAsync(10);
    rerender({ entries: [bulk('running'), send({})] });
    await vi.advanceTimersByTimeAsync(10);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('is not what was paused, nor what failed for good', async () => {
    const { all, run } = runners();
    const failure = { step: 'create', kind: 'rule', messages: [] } as const;
    renderHook(() => useDueJobs('scope', [bulk('paused'), send({ status: 'failed', failure })], all));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(run).not.toHaveBeenCalled();
  });

  it('is a send that failed by what passes, at the time that it was to be tried again and not before', async () => {
    const { all, run } = runners();
    const failure = { step: 'create', kind: 'unavailable', messages: [] } as const;
    const entries = [send({ status: 'failed', failure, retryAt: later(8000) })];
    renderHook(() => useDueJobs('scope', entries, all));
    await vi.advanceTimersByTimeAsync(7900);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each(['offline', 'unreachable'] as const)(
    'is a send that failed %s, before its time, once there is a network again',
    async (kind) => {
      const { all, run } = runners();
      const failure = { step: 'create', kind, messages: [] } as const;
      const entries = [send({ status: 'failed', failure, retryAt: later(60_000) })];
      const { unmount } = renderHook(() => useDueJobs('scope', entries, all));
      await vi.advanceTimersByTimeAsync(100);
      expect(run).not.toHaveBeenCalled();
      window.dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(10);
      expect(run).toHaveBeenCalledTimes(1);
      expect(run.mock.lastCall?.[1].isOnline).toBe(true);
      unmount();
      window.dispatchEvent(new Event('online'));
      expect(run).toHaveBeenCalledTimes(1);
    },
  );

  it('is not, for having a network again, a send that has to wait', async () => {
    const { all, run } = runners();
    const failure = { step: 'create', kind: 'rate-limited', messages: [] } as const;
    const entries = [send({ status: 'failed', failure, retryAt: later(60_000) })];
    renderHook(() => useDueJobs('scope', entries, all));
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(run).not.toHaveBeenCalled();
  });

  it('ends its waiting when the reader goes to another organization', async () => {
    const { all, requested } = runners();
    const { rerender } = renderHook(({ scope }) => useDueJobs(scope, [bulk('running')], all), {
      initialProps: { scope: 'scope' },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(requested[0]?.signal?.aborted).toBe(false);
    rerender({ scope: 'another' });
    expect(requested[0]?.signal?.aborted).toBe(true);
  });
});
