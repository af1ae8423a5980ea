import { currentTime } from '#clock/clock.ts';
import { ApiError } from '../http/errors.ts';

/**
 * The key of the session, and the calls that wait because the service refused it. The key is private to this class:
 * only the calls that it authorizes read it.
 */
export class SessionKey {
  #key: string | undefined;
  #waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  readonly #onRefused: () => void;

  /** @param onRefused the service refused the present key */
  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  readonly read = (): string | undefined => this.#key;

  /** Parks a refused call until the user enters another key; the call is then repeated. */
  readonly awaitAnother = (refused: string | undefined): Promise<void> => {
    // Another call may have brought a new key while this one was on its way.
    if (refused !== this.#key) return Promise.resolve();
    this.#onRefused();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  };

  /** Puts another key in place of the refused one and lets the parked calls repeat. */
  replace(key: string): void {
    this.#key = key;
    for (const call of this.#takeWaiting()) call.resolve();
  }

  /** Takes the key of another session, or none; the parked calls are cancelled with the session that made them. */
  reset(key?: string): void {
    for (const call of this.#takeWaiting()) call.reject(cancelled());
    this.#key = key;
  }

  #takeWaiting() {
    const calls = this.#waiting;
    this.#waiting = [];
    return calls;
  }
}

const cancelled = (): ApiError =>
  new ApiError('cancelled', { method: '', path: '', at: currentTime().toISOString() });
