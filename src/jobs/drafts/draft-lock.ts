import { sleep } from '#client/http/sleep.ts';
import { hasLocks, listHeldLocks } from '../engine/locks.ts';

/**
 * Which tab of the browser may change a draft. `elsewhere`: another tab has the lock; this tab shows the draft
 * read-only.
 */
export type DraftLockState = 'requesting' | 'mine' | 'elsewhere';

export interface DraftLock {
  /**
   * Requests the draft from the tab that has the lock. That tab first stores its changes; a tab that does not answer
   * (it hangs, or its computer slept) loses the lock.
   *
   * @returns `busy` when the other tab is sending the draft: then it stays there
   */
  readonly takeOver: () => Promise<'taken' | 'busy'>;
  readonly release: () => void;
}

/** What the tab with the lock reports of itself on request. */
export interface DraftLockOwner {
  /** Whether this tab is sending the draft. */
  readonly isBusy: () => boolean;
  /** Stores the changes that are not stored yet. */
  readonly keep: () => Promise<void>;
  readonly onState: (state: DraftLockState) => void;
}

const lockOf = (id: string): string => `testigo-draft-${id}`;

/** Milliseconds that a tab has for its answer. */
const patience = 2_000;
/** Milliseconds between two looks whether a draft is free again. */
const pace = 1_500;

/**
 * Locks a draft for this tab, so that only one tab at a time changes and sends it. A tab that shows a draft of another
 * tab gets the lock when that tab is closed. Without Web Locks every tab gets it.
 */
export function lockDraft(id: string, owner: DraftLockOwner): DraftLock {
  if (hasLocks()) return new SharedDraftLock(id, owner);
  owner.onState('mine');
  return { takeOver: () => Promise.resolve('taken'), release: () => undefined };
}

class SharedDraftLock implements DraftLock {
  readonly #name: string;
  readonly #owner: DraftLockOwner;
  readonly #released = new AbortController();
  readonly #channel: BroadcastChannel | undefined;
  #state: DraftLockState | undefined;
  /** Ends the lock of this tab. */
  #unlock: (() => void) | undefined;
  /** Called when the tab with the lock refuses to give it up. */
  #onBusy: (() => void) | undefined;

  constructor(id: string, owner: DraftLockOwner) {
    this.#name = lockOf(id);
    this.#owner = owner;
    this.#channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(this.#name);
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'busy') this.#onBusy?.();
      else if (data === 'give') void this.#giveUp();
    });
    void this.#begin();
    void this.#watch();
  }

  async takeOver(): Promise<'taken' | 'busy'> {
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(), patience);
    let isBusy = false as boolean; // changed by a message
    this.#onBusy = () => {
      isBusy = true;
      wait.abort();
    };
    this.#channel?.postMessage('give');
    const hasLock = await this.#take({ signal: wait.signal });
    clearTimeout(timer);
    this.#onBusy = undefined;
    if (hasLock) return 'taken';
    if (isBusy) return 'busy';
    await this.#take({ steal: true });
    return 'taken';
  }

  release(): void {
    this.#released.abort();
    this.#channel?.close();
    this.#end();
  }

  #end(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  #setState(next: DraftLockState): void {
    if (this.#state === next || this.#released.signal.aborted) return;
    this.#state = next;
    this.#owner.onState(next);
  }

  /** Resolves once it is known whether this tab has the lock; it has it until it gives it up or another tab steals it. */
  #take(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      navigator.locks
        .request(this.#name, options, (lock) => {
          if (!lock || this.#released.signal.aborted) {
            resolve(false);
            return undefined;
          }
          this.#setState('mine');
          resolve(true);
          return new Promise<void>((done) => {
            this.#unlock = done;
          });
        })
        .catch(() => {
          // Waiting was broken off, or another tab took it by force.
          resolve(false);
          if (this.#state === 'mine') this.#setState('elsewhere');
        });
    });
  }

  /** Another tab wants the draft. */
  async #giveUp(): Promise<void> {
    if (this.#state !== 'mine') return;
    if (this.#owner.isBusy()) {
      this.#channel?.postMessage('busy');
      return;
    }
    // From here on nothing changes in the form, so the stored draft is complete.
    this.#setState('elsewhere');
    await this.#owner.keep().catch(() => undefined);
    this.#end();
  }

  async #begin(): Promise<void> {
    this.#setState('requesting');
    if (await this.#take({ ifAvailable: true })) return;
    // The page before this one, of this very tab, may only just be going away.
    await sleep(300);
    if (!this.#released.signal.aborted && !(await this.#take({ ifAvailable: true })))
      this.#setState('elsewhere');
  }

  /** A tab that is closed, or loaded again, gives it up: after two looks it is not just being loaded again. */
  async #watch(): Promise<void> {
    let free = 0;
    while (!this.#released.signal.aborted) {
      await sleep(pace);
      if (this.#state !== 'elsewhere' || document.visibilityState !== 'visible') {
        free = 0;
        continue;
      }
      free = (await listHeldLocks())?.has(this.#name) ? 0 : free + 1;
      if (free >= 2) await this.#take({ ifAvailable: true });
    }
  }
}
