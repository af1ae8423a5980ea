import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jobList } from './job-list.ts';
import { jobLock, resumeInOneTab } from './locks.ts';
import { beginSend } from '../send/send-job.ts';
import type { SendJob } from '../send/send-record.ts';
import { sends } from '../send/sends.ts';
import { storedData } from '../store/stored-data.ts';
import { sendPlan as plan } from '../testing/send-plan.ts';

const scope = 'https://service.example/rest/v1#a';

/** Locks as a browser keeps them, shared by the tabs of one test. */
function fakeLocks(lockNames: Set<string>) {
  return {
    query: () => Promise.resolve({ held: [...lockNames].map((name) => ({ name })), pending: [] }),
    request: async (
      name: string,
      options: { ifAvailable?: boolean },
      run: (lock: { name: string } | null) => Promise<unknown>,
    ) => {
      if (lockNames.has(name) && options.ifAvailable) return run(null);
      lockNames.add(name);
      try {
        return await run({ name });
      } finally {
        lockNames.delete(name);
      }
    },
  };
}

function withLocks(lockNames: Set<string>): void {
  vi.stubGlobal('navigator', { locks: fakeLocks(lockNames) });
}

const written = async (id: string, part: Partial<SendJob> = {}): Promise<SendJob> => {
  const job = { ...beginSend(id, scope, plan), ...part };
  await sends(scope).write(job);
  return job;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('The list of jobs', () => {
  it('distinguishes a send that a reload stopped from one that another tab runs', async () => {
    withLocks(new Set([jobLock('send', 'runs')]));
    await Promise.all([written('runs'), written('stopped'), written('failed', { status: 'failed' })]);
    const entries = await new QueryClient().query(jobList(scope));
    const interrupted = entries.filter((entry) => entry.interrupted).map(({ job }) => job.id);
    expect(interrupted).toEqual(['stopped']);
  });

  it('lets one tab alone take up a stopped send', async () => {
    withLocks(new Set());
    await written('once');
    let release = (): void => undefined;
    const resume = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    const first = resumeInOneTab(sends(scope), 'once', resume);
    await expect.poll(() => resume.mock.calls.length).toBe(1);
    expect(await resumeInOneTab(sends(scope), 'once', resume)).toBe(false);
    release();
    expect(await first).toBe(true);
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('takes it up from what was written last, and not at all when it is done or running', async () => {
    const lockNames = new Set<string>();
    withLocks(lockNames);
    await written('newest', { progress: { invited: {}, key: 'uploaded' } });
    const resume = vi.fn((job: SendJob) => Promise.resolve(job));
    await resumeInOneTab(sends(scope), 'newest', resume);
    expect(resume.mock.calls[0]?.[0].progress.key).toBe('uploaded');
    await written('done', { status: 'done' });
    expect(await resumeInOneTab(sends(scope), 'done', resume)).toBe(false);
    lockNames.add(jobLock('send', 'newest'));
    expect(await resumeInOneTab(sends(scope), 'newest', resume)).toBe(false);
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('lets one tab alone begin a try, also where the browser has no locks', async () => {
    const { write, read } = sends(scope);
    const job = await written('two-tabs');
    const claim = (part: string) =>
      write({ ...job, progress: { ...job.progress, attempts: 1, begunAt: part } }, 0);
    const claims = await Promise.allSettled([claim('first'), claim('second')]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await read('two-tabs'))?.progress.begunAt).toBe('first');
  });

  it('can go on without the file only when the service has the bytes', async () => {
    const { canResume } = sends(scope);
    expect(await canResume(await written('no-file'))).toBe(false);
    expect(await canResume(await written('uploaded', { progress: { invited: {}, key: 'k' } }))).toBe(true);
  });

  it('reports that a send stopped because the disk is full, even if that cannot be stored, until it goes on', async () => {
    withLocks(new Set());
    const job = await written('full');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const failure = { step: 'create', kind: 'disk', messages: [] } as const;
    await expect(sends(scope).write(job)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    await sends(scope).write({ ...job, status: 'failed', failure });
    const listed = async (of = scope) => (await sends(of).list()).filter(({ id }) => id === 'full');
    expect(await listed()).toMatchObject([{ status: 'failed', failure: { kind: 'disk' } }]);
    expect(await listed('another')).toEqual([]);
    put.mockRestore();
    await sends(scope).write(job);
    expect(await listed()).toMatchObject([{ status: 'running' }]);
  });

  it('forgets what the full disk did not take when everything is erased', async () => {
    withLocks(new Set());
    const job = beginSend('untaken', scope, plan);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const failure = { step: 'create', kind: 'disk', messages: [] } as const;
    await sends(scope).write({ ...job, status: 'failed', failure });
    put.mockRestore();
    expect(await sends(scope).list()).toContainEqual(expect.objectContaining({ id: 'untaken' }));
    await storedData(scope).erase();
    expect(await sends(scope).list()).toEqual([]);
  });
});
