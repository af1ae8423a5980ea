import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HashAnswer, HashQuestion } from './hash-worker.ts';

/** A worker that answers when the test says so. */
class FakeWorker {
  static created: FakeWorker[] = [];
  static most = 0;
  onmessage: ((event: { data: HashAnswer }) => void) | undefined;
  onerror: ((event: { message: string }) => void) | undefined;
  files: Blob[] = [];
  ended = false;
  constructor() {
    FakeWorker.created.push(this);
    FakeWorker.most = Math.max(FakeWorker.most, FakeWorker.created.filter(({ ended }) => !ended).length);
  }
  postMessage({ file }: HashQuestion): void {
    this.files.push(file);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: HashAnswer): void {
    this.onmessage?.({ data });
  }
}

const done = { kind: 'done', md5: 'm', sha256: 's', bytes: 1 } as const;

describe('Hashing many files', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    FakeWorker.created = [];
    FakeWorker.most = 0;
    vi.stubGlobal('Worker', FakeWorker);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('reads at most two at once, each in its turn, with the same two workers', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const files = Array.from({ length: 9 }, (_, n) => new Blob([String(n)]));
    const all = Promise.all(files.map((file) => hashFile(file)));
    for (let n = 0; n < files.length; n += 1) FakeWorker.created[n % 2]?.answer(done);
    expect(await all).toHaveLength(9);
    expect(FakeWorker.created).toHaveLength(2);
    const hashed = FakeWorker.created.flatMap((worker) => worker.files);
    expect(new Set(hashed)).toEqual(new Set(files));
  });

  it('lets one fail without the others', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const moved = hashFile(new Blob(['a']));
    const whole = hashFile(new Blob(['b']));
    FakeWorker.created[0]?.answer({ kind: 'failed', message: 'moved' });
    FakeWorker.created[1]?.answer(done);
    await expect(moved).rejects.toThrow('moved');
    expect((await whole).sha256).toBe('s');
  });

  it('ends what nobody waits for, and goes on with what waits', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const ends = new AbortController();
    const left = hashFile(new Blob(['a']), { signal: ends.signal });
    const second = hashFile(new Blob(['b']));
    const third = hashFile(new Blob(['c']));
    ends.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeWorker.created[0]?.ended).toBe(true);
    FakeWorker.created[1]?.answer(done);
    FakeWorker.created[2]?.answer(done);
    expect(await Promise.all([second, third])).toHaveLength(2);
    expect(FakeWorker.most).toBe(2);
  });

  it('refuses each file when no worker can be started, and an abort afterwards starts none', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const Blocked = vi.fn(function blocked() {
      throw new Error('blocked');
    });
    vi.stubGlobal('Worker', Blocked);
    const ends = new AbortController();
    await expect(hashFile(new Blob(['a']), { signal: ends.signal })).rejects.toThrow('No hash worker');
    await expect(hashFile(new Blob(['b']))).rejects.toThrow('No hash worker');
    ends.abort();
    expect(Blocked).toHaveBeenCalledTimes(2);
    vi.stubGlobal('Worker', FakeWorker);
    const whole = hashFile(new Blob(['c']));
    expect(FakeWorker.created[0]?.files).toHaveLength(1);
    FakeWorker.created[0]?.answer(done);
    expect((await whole).sha256).toBe('s');
  });

  it('does not begin what was ended while it waited', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const ends = new AbortController();
    const first = [hashFile(new Blob(['a'])), hashFile(new Blob(['b']))];
    const never = new Blob(['c']);
    const left = hashFile(never, { signal: ends.signal });
    ends.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    for (const worker of FakeWorker.created) worker.answer(done);
    await Promise.all(first);
    expect(FakeWorker.created.flatMap(({ files: hashedFiles }) => hashedFiles)).not.toContain(never);
  });

  it('lets a worker go that has nothing to do, and makes another when one stops', async () => {
    const { hashFile } = await import('./hash-file.ts');
    const first = hashFile(new Blob(['a']));
    FakeWorker.created[0]?.answer(done);
    await first;
    vi.advanceTimersByTime(60_000);
    expect(FakeWorker.created[0]?.ended).toBe(true);
    const second = hashFile(new Blob(['b']));
    FakeWorker.created[1]?.onerror?.({ message: 'no such file' });
    await expect(second).rejects.toThrow('no such file');
    const third = hashFile(new Blob(['c']));
    FakeWorker.created[2]?.answer(done);
    expect((await third).md5).toBe('m');
  });
});
