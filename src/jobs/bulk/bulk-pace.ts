import { longestPauseMs } from '../send/send-job.ts';
import type { SendFailure } from '../send/send-record.ts';

/**
 * Milliseconds between two calls of a run: 4,800 a minute, where services let 6,000 through (gaps of the interface:
 * 429), so that the pages that are open beside it get their turn.
 */
export const fastest = 12.5;
const slowest = 2000;
/** A service that asks for longer is asked again after this: a slip of its clock must not end a run. Milliseconds. */
const longestAsked = 60 * 60_000;

interface Clock {
  readonly now: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly isOnline: () => boolean;
}

const offline: SendFailure = { step: 'upload', kind: 'offline', messages: [] };

/** How fast one run asks its service, and when not at all. */
export class BulkPace {
  readonly #clock: Clock;
  readonly #atOnce: number;
  #spacing = fastest;
  #nextTurn = 0;
  #heldUntil = 0;
  #why: SendFailure | undefined;
  /** Looked at again by then at the latest. */
  #offlineUntil = 0;
  /** Failures of what passes, of any item, since the service acknowledged something. */
  #streak = 0;

  constructor(clock: Clock, atOnce: number) {
    this.#clock = clock;
    this.#atOnce = atOnce;
  }

  /** What an earlier run was asked to wait for still holds. */
  goOnWaiting(until: string, why: SendFailure | undefined): void {
    const now = this.#clock.now();
    this.#heldUntil = Math.min(Date.parse(until) || now, now + longestAsked);
    this.#why = why;
  }

  /** Until when nothing is asked, and why; undefined: now. */
  held(): { readonly until: number; readonly failure: SendFailure | undefined } | undefined {
    const now = this.#clock.now();
    if (!this.#clock.isOnline()) {
      if (this.#offlineUntil <= now) this.#offlineUntil = now + longestPauseMs;
      return { until: Math.max(this.#heldUntil, this.#offlineUntil), failure: offline };
    }
    this.#offlineUntil = 0;
    // Back online, nothing is left to wait for of what was for want of a network.
    if (this.#why?.kind === 'offline') this.#heldUntil = 0;
    return this.#heldUntil > now ? { until: this.#heldUntil, failure: this.#why } : undefined;
  }

  /** Takes a turn. @returns milliseconds until it comes */
  turn(): number {
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextTurn);
    this.#nextTurn = at + this.#spacing;
    return at - now;
  }

  /** Faster again, slowly, down to what is allowed. */
  answered(): void {
    this.#spacing = Math.max(fastest, this.#spacing * 0.95);
  }

  /** The service acknowledged something. */
  cameOn(): void {
    this.#streak = 0;
  }

  /**
   * Something failed that passes. A service that says how long is not asked until then; one that fails whatever it is
   * asked gets longer and longer pauses, with full jitter, so that those who wait do not come back together.
   */
  failed(failure: SendFailure): void {
    const { now, random } = this.#clock;
    this.#streak += 1;
    this.#why = failure;
    if (failure.kind === 'rate-limited') this.#spacing = Math.min(slowest, this.#spacing * 2);
    const asked = failure.retryAfter;
    const beyond = this.#streak - this.#atOnce;
    const pause =
      asked !== undefined
        ? Math.min(asked * 1000, longestAsked) + random() * 1000
        : failure.kind === 'rate-limited' || beyond > 0
          ? random() * Math.min(longestPauseMs, 1000 * 2 ** Math.max(0, beyond))
          : 0;
    this.#heldUntil = Math.max(this.#heldUntil, now() + pause);
  }
}
