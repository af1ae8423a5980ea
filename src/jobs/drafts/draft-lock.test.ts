import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserLocks, Channel } from '../testing/browser-locks.ts';
import { lockDraft, type DraftLock, type DraftLockState } from './draft-lock.ts';

let browser: ReturnType<typeof browserLocks>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = browserLocks();
  Channel.all.clear();
  vi.stubGlobal('navigator', { locks: browser.locks });
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Tab {
  readonly hold: DraftLock;
  readonly states: DraftLockState[];
  readonly saves: string[];
  readonly now: () => DraftLockState | undefined;
}

function open({ busy = false, keep = () => Promise.resolve() } = {}): Tab {
  const states: DraftLockState[] = [];
  const saves: string[] = [];
  const hold = lockDraft('d', {
    isBusy: () => busy,
    keep: async () => {
      await keep();
      saves.push(`while ${browser.held.size === 1 ? 'held' : 'free'}`);
    },
    onState: (state) => states.push(state),
  });
  return { hold, states, saves, now: () => states.at(-1) };
}
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('A draft', () => {
  it('is of the tab that opened it first, however many open it at once', async () => {
    const tabs = Array.from({ length: 5 }, () => open());
    await wait(1_000);
    expect(tabs.map(({ now }) => now()).sort()).toEqual([...Array<string>(4).fill('elsewhere'), 'mine']);
  });

  it('is released on request, after its changes are stored', async () => {
    const first = open();
    const second = open();
    await wait(1_000);
    const taking = second.hold.takeOver();
    await wait(100);
    expect(await taking).toBe('taken');
    expect([first.now(), second.now()]).toEqual(['elsewhere', 'mine']);
    expect(first.saves).toEqual(['while held']);
  });

  it('is released also when its changes cannot be stored', async () => {
    const first = open({ keep: () => Promise.reject(new Error('full')) });
    const second = open();
    await wait(1_000);
    const taking = second.hold.takeOver();
    await wait(100);
    expect(await taking).toBe('taken');
    expect(first.now()).toBe('elsewhere');
  });

  it('that is being sent stays where it is', async () => {
    const first = open({ busy: true });
    const second = open();
    await wait(1_000);
    const taking = second.hold.takeOver();
    await wait(100);
    expect(await taking).toBe('busy');
    expect([first.now(), second.now()]).toEqual(['mine', 'elsewhere']);
  });

  it('of a tab that does not answer is taken, and that tab knows it when it wakes', async () => {
    const first = open();
    const second = open();
    await wait(1_000);
    const [sleeper] = Channel.all;
    if (sleeper) sleeper.sleeps = true;
    const taking = second.hold.takeOver();
    await wait(2_100);
    expect(await taking).toBe('taken');
    expect([first.now(), second.now()]).toEqual(['elsewhere', 'mine']);
  });

  it('of a tab that was closed comes to the one that shows it, but not while that tab is only loaded again', async () => {
    const first = open();
    const second = open();
    await wait(1_000);
    first.hold.release();
    await wait(300);
    const again = open();
    await wait(10_000);
    expect([again.now(), second.now()]).toEqual(['mine', 'elsewhere']);
    again.hold.release();
    await wait(5_000);
    expect(second.now()).toBe('mine');
  });

  it('requested by two tabs at the same moment goes to one of them', async () => {
    const first = open();
    const others = [open(), open()];
    await wait(1_000);
    const taking = others.map(({ hold }) => hold.takeOver());
    await wait(5_000);
    await Promise.all(taking);
    const states = [first, ...others].map(({ now }) => now());
    expect(states.filter((state) => state === 'mine')).toHaveLength(1);
  });

  it('is everybody’s own where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    const tab = open();
    expect(tab.now()).toBe('mine');
    expect(await tab.hold.takeOver()).toBe('taken');
  });
});
