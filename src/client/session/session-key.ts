import { currentTime } from '#clock/clock.ts';
import { ApiError } from '../http/errors.ts';

/**
 * The key of one session, and the calls that wait because the service refused it. The key is private to this class:
 * only the calls that it authorizes read it. Each session has one of its own, so that a call that outlives its session
 * never carries the key of the next one to another service, or for another organization.
 */
export class SessionKey {
  #key: string;
  #isOver = false;
  #waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  readonly #onRefused: () => void;

  /** @param onRefused the service refused the present key */
  constructor(key: string, onRefused: () => void) {
    this.#key = key;
    this.#onRefused = onRefused;
  }

  /** @throws ApiError `cancelled` once the session is over */
  readonly read = (): string => {
    if (this.#isOver) throw cancelled();
    return this.#key;
  };

  /** Parks a refused call until the user enters another key; the call is then repeated. */
  readonly awaitAnother = async (refused: string | undefined): Promise<void> => {
    // Another call may have brought a new key while this one was on its way.
    if (refused !== this.read()) return;
    this.#onRefused();
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
  };

  /** Puts another key in place of the refused one and lets the parked calls repeat. */
  replace(key: string): void {
    this.#key = key;
    for (const call of this.#takeWaiting()) call.resolve();
  }

  /** Forgets the key; the calls of the session are cancelled, those that are parked and those that are not sent yet. */
  end(): void {
    this.#isOver = true;
    this.#key = '';
    for (const call of this.#takeWaiting()) call.reject(cancelled());
  }

  #takeWaiting() {
    const calls = this.#waiting;
    this.#waiting = [];
    return calls;
  }
}

const cancelled = (): ApiError =>
  new ApiError('cancelled', { method: '', path: '', at: currentTime().toISOString() });
