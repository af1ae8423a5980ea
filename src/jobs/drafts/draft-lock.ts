import { sleep } from '#client/http/sleep.ts';
import { hasLocks, listHeldLocks } from '../engine/locks.ts';

/**
 * Whose a draft is among the tabs of a browser. `elsewhere`: another tab has it open; this one shows it and changes
 * nothing of it.
 */
export type DraftLockState = 'asking' | 'mine' | 'elsewhere';

export interface DraftLock {
  /**
   * Asks the tab that has the draft to give it up. That tab first keeps what was typed in it; one that does not
   * answer (it hangs, or its computer slept) loses it.
   *
   * @returns `busy` when that tab is just sending it: then it stays there
   */
  readonly takeOver: () => Promise<'taken' | 'busy'>;
  readonly release: () => void;
}

/** What the holding tab says of itself when it is asked. */
export interface DraftLockOwner {
  /** It is being sent from here. */
  readonly isBusy: () => boolean;
  /** Keeps whatever is not kept yet. */
  readonly keep: () => Promise<void>;
  readonly onState: (state: DraftLockState) => void;
}

const lockOf = (id: string): string => `testigo-draft-${id}`;

/** Milliseconds that a tab has for its answer. */
const patience = 2_000;
/** Milliseconds between two looks whether a draft is free again. */
const pace = 1_500;

/**
 * Holds a draft for this tab, so that one tab at a time changes and sends it. A tab that shows one of another tab gets
 * it when that tab is closed. Without Web Locks every tab takes it for its own, as a single tab would.
 */
export function lockDraft(id: string, holder: DraftLockOwner): DraftLock {
  if (!hasLocks()) {
    holder.onState('mine');
    return { takeOver: () => Promise.resolve('taken'), release: () => undefined };
  }
  const over = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(lockOf(id));
  let giveUp: (() => void) | undefined;
  let state: DraftLockState | undefined;
  const tell = (next: DraftLockState): void => {
    if (state === next || over.signal.aborted) return;
    state = next;
    holder.onState(next);
  };

  /** Resolves once it is known whether this tab has it; has it until it gives it up or it is taken. */
  const take = (options: LockOptions): Promise<boolean> =>
    new Promise((resolve) => {
      navigator.locks
        .request(lockOf(id), options, (lock) => {
          if (!lock || over.signal.aborted) {
            resolve(false);
            return undefined;
          }
          tell('mine');
          resolve(true);
          return new Promise<void>((done) => {
            giveUp = done;
          });
        })
        .catch(() => {
          // Waiting was broken off, or another tab took it by force.
          resolve(false);
          if (state === 'mine') tell('elsewhere');
        });
    });

  const answer = async (message: unknown): Promise<void> => {
    if (message !== 'give' || state !== 'mine') return;
    if (holder.isBusy()) {
      channel?.postMessage('busy');
      return;
    }
    // From here on nothing is typed in it, so what is kept is all of it.
    tell('elsewhere');
    await holder.keep().catch(() => undefined);
    giveUp?.();
    giveUp = undefined;
  };
  let onBusy: (() => void) | undefined;
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'busy') onBusy?.();
    else void answer(data);
  });

  /** A tab that is closed, or loaded again, gives it up: after two looks it is not just being loaded again. */
  const watch = async (): Promise<void> => {
    let free = 0;
    while (!over.signal.aborted) {
      await sleep(pace);
      if (state !== 'elsewhere' || document.visibilityState !== 'visible') {
        free = 0;
        continue;
      }
      free = (await listHeldLocks())?.has(lockOf(id)) ? 0 : free + 1;
      if (free >= 2) await take({ ifAvailable: true });
    }
  };

  const begin = async (): Promise<void> => {
    tell('asking');
    if (await take({ ifAvailable: true })) return;
    // The page before this one, of this very tab, may only just be going away.
    await sleep(300);
    if (!over.signal.aborted && !(await take({ ifAvailable: true }))) tell('elsewhere');
  };
  void begin();
  void watch();

  return {
    takeOver: async () => {
      const wait = new AbortController();
      const timer = setTimeout(() => wait.abort(), patience);
      const answered = { busy: false };
      onBusy = () => {
        answered.busy = true;
        wait.abort();
      };
      channel?.postMessage('give');
      const given = await take({ signal: wait.signal });
      clearTimeout(timer);
      onBusy = undefined;
      if (given) return 'taken';
      if (answered.busy) return 'busy';
      await take({ steal: true });
      return 'taken';
    },
    release: () => {
      over.abort();
      channel?.close();
      giveUp?.();
      giveUp = undefined;
    },
  };
}
