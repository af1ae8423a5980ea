import { longestPauseMs } from '../send/send-job.ts';
import type { SendFailure } from '../send/send-record.ts';

/**
 * Milliseconds between two calls of a run: 4,800 a minute, where services let 6,000 through (gaps of the interface:
 * 429), so that the pages that are open beside it get their turn.
 */
export const fastest = 12.5;
const slowest = 2000;
/**
 * Longest pause in milliseconds before a run calls again, whatever the service requests: a wrong clock of the service
 * must not end a run.
 */
const longestRetryAfterMs = 60 * 60_000;

interface Clock {
  readonly now: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly isOnline: () => boolean;
}

const offline: SendFailure = { step: 'upload', kind: 'offline', messages: [] };

/** How fast one run calls its service, and when it must not call at all. */
export class BulkPace {
  readonly #clock: Clock;
  readonly #atOnce: number;
  #spacing = fastest;
  #nextTurn = 0;
  #pausedUntil = 0;
  #why: SendFailure | undefined;
  /** Time by which the connection is checked again. */
  #offlineUntil = 0;
  /** Transient failures of any item since the service last acknowledged something. */
  #streak = 0;

  constructor(clock: Clock, atOnce: number) {
    this.#clock = clock;
    this.#atOnce = atOnce;
  }

  /** Resumes a pause that the service requested during an earlier run. */
  goOnWaiting(until: string, why: SendFailure | undefined): void {
    const now = this.#clock.now();
    this.#pausedUntil = Math.min(Date.parse(until) || now, now + longestRetryAfterMs);
    this.#why = why;
  }

  /** The end of the current pause and its reason; undefined when calls are allowed now. */
  currentPause(): { readonly until: number; readonly failure: SendFailure | undefined } | undefined {
    const now = this.#clock.now();
    if (!this.#clock.isOnline()) {
      if (this.#offlineUntil <= now) this.#offlineUntil = now + longestPauseMs;
      return { until: Math.max(this.#pausedUntil, this.#offlineUntil), failure: offline };
    }
    this.#offlineUntil = 0;
    // A pause for want of a network ends when the network is back.
    if (this.#why?.kind === 'offline') this.#pausedUntil = 0;
    return this.#pausedUntil > now ? { until: this.#pausedUntil, failure: this.#why } : undefined;
  }

  /** Takes a turn. @returns milliseconds until it comes */
  turn(): number {
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextTurn);
    this.#nextTurn = at + this.#spacing;
    return at - now;
  }

  /** Shortens the time between calls a little, down to the minimum. */
  answered(): void {
    this.#spacing = Math.max(fastest, this.#spacing * 0.95);
  }

  /** The service acknowledged something. */
  cameOn(): void {
    this.#streak = 0;
  }

  /**
   * Notes a transient failure. A `Retry-After` of the service is respected. Repeated failures without one lead to longer
   * and longer pauses with full jitter, so that waiting clients do not return together.
   */
  failed(failure: SendFailure): void {
    const { now, random } = this.#clock;
    this.#streak += 1;
    this.#why = failure;
    if (failure.kind === 'rate-limited') this.#spacing = Math.min(slowest, this.#spacing * 2);
    const { retryAfter } = failure;
    const beyond = this.#streak - this.#atOnce;
    const pause =
      retryAfter !== undefined
        ? Math.min(retryAfter * 1000, longestRetryAfterMs) + random() * 1000
        : failure.kind === 'rate-limited' || beyond > 0
          ? random() * Math.min(longestPauseMs, 1000 * 2 ** Math.max(0, beyond))
          : 0;
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + pause);
  }
}
