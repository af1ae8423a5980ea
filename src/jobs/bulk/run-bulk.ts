import { limits } from '#contract/operations/limits.ts';
import type { Client } from '#client/http/client.ts';
import type { Connection } from '#client/session/connection.ts';
import { ApiError } from '#client/http/errors.ts';
import { isDiskFull } from '../store/storage-space.ts';
import { BulkPace } from './bulk-pace.ts';
import { failureScope } from './bulk-failures.ts';
import type { BulkItem, BulkJob } from './bulk-record.ts';
import { isRunning } from '../engine/job.ts';
import type { RunStore } from '../engine/queue-store.ts';
import { isOutOfTries, longestPauseMs, isTransient } from '../send/send-job.ts';
import type { SendFailure, SendJob, SendProgress } from '../send/send-record.ts';
import { runSend } from '../send/run-send.ts';

/** The environment of a run. */
export interface BulkHost {
  readonly client: Client;
  readonly connection: Connection;
  readonly fetch: typeof fetch;
  readonly store: RunStore<'bulk'>;
  /** The bytes of a document by its id in the `files` store. */
  readonly readFile: (fileId: string) => Promise<Blob | undefined>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** Requests that other jobs made. */
  readonly others?: (() => Promise<ReadonlySet<string>>) | undefined;
  /** Called with the bytes of an item's document in transfer; 0 once the transfer ended. */
  readonly onUpload?: ((n: number, bytes: number) => void) | undefined;
}

/** Number of concurrent requests to one service. */
export const atOnce = 4;
/** Number of items that are read from the store at a time. */
const together = 50;
/** When so many items wait for another try, no further item begins until some of them are settled. */
const mostParked = 32;
/** Milliseconds between two checks whether the job is still to run. */
const tick = 500;
/** Number of consecutive equal refusals after which the cause cannot be a single request. */
const mostRefusals = 25;

/**
 * Sends the remaining requests of a bulk, a few at once, until it ends, is paused, or meets a failure that concerns all
 * of it. Transient failures are waited for and tried again without end; a failure of one request fails that one alone.
 */
export function runBulk(id: string, host: BulkHost): Promise<BulkJob | undefined> {
  return new Run(id, host).run();
}

/** Ends the run for now. The stored job stays as it is. */
class Halted extends Error {}

interface Parked {
  readonly item: BulkItem;
  readonly failure: SendFailure;
  readonly until: number;
}

class Run {
  readonly #id: string;
  readonly #host: BulkHost;
  readonly #pace: BulkPace;
  readonly #client: Client;
  readonly #uploads = new AbortController();
  readonly #flight = new Map<number, Promise<void>>();
  readonly #parked = new Map<number, Parked>();
  /** Consecutive transient failures, by item. */
  readonly #tries = new Map<number, number>();
  #queue: BulkItem[] = [];
  #halted = false;
  #refusals = { of: '', count: 0 };
  #saidUntil: number | undefined;
  /** The newest request that this run made. */
  #newest: string | undefined;
  #startedAt = '';
  /** Requests of this bulk by their ids; read once one has to be distinguished from the others. */
  #made: Map<string, number> | undefined;
  /** Why the run stopped, if that could not be stored. */
  #unsavedFailure: SendFailure | undefined;

  constructor(id: string, host: BulkHost) {
    this.#id = id;
    this.#host = host;
    this.#pace = new BulkPace(host, atOnce);
    this.#client = {
      ...host.client,
      call: async (name, options) => {
        await this.#turn();
        const answer = await host.client.call(name, options);
        this.#pace.answered();
        return answer;
      },
    };
  }

  async run(): Promise<BulkJob | undefined> {
    const { store } = this.#host;
    try {
      const job = await store.read(this.#id);
      if (!isRunning(job)) return job;
      this.#startedAt = job.startedAt;
      if (job.waitingUntil !== undefined) this.#pace.goOnWaiting(job.waitingUntil, job.failure);
      this.#saidUntil = job.waitingUntil === undefined ? undefined : 0;
      // Items that were under way when the last run ended come first: some of their signers may be invited already.
      this.#queue = [...(await store.listItems(this.#id, { state: 'running', most: 1000 }))];
      while (!this.#halted) {
        if (!isRunning(await store.read(this.#id))) this.#halt();
        else if (await this.#step()) break;
      }
    } catch (error) {
      await this.#stop(defectOf(error));
    }
    await Promise.all(this.#flight.values());
    this.#host.onUpload?.(-1, 0);
    const left = await store.read(this.#id).catch(() => undefined);
    return left && this.#unsavedFailure
      ? { ...left, status: 'stopped', failure: this.#unsavedFailure }
      : left;
  }

  /** @returns whether there is nothing left to do */
  async #step(): Promise<boolean> {
    const host = this.#host;
    const pause = this.#pace.currentPause();
    if (pause) {
      await this.#say(pause.until, pause.failure);
      await host.sleep(Math.min(pause.until - host.now(), tick));
      return false;
    }
    if (this.#flight.size > 0 || this.#parked.size === 0) await this.#say(undefined);
    const item = this.#flight.size < atOnce ? await this.#next() : undefined;
    if (item) {
      this.#flight.set(
        item.n,
        this.#send(item)
          .catch((error: unknown) => this.#stop(defectOf(error)))
          .finally(() => this.#flight.delete(item.n)),
      );
      return false;
    }
    if (this.#flight.size > 0) {
      await Promise.race([...this.#flight.values(), host.sleep(tick)]);
      return false;
    }
    const [soonest] = [...this.#parked.values()].sort((a, b) => a.until - b.until);
    if (!soonest) return this.#end();
    await this.#say(soonest.until, soonest.failure);
    await host.sleep(Math.min(soonest.until - host.now(), tick));
    return false;
  }

  async #next(): Promise<BulkItem | undefined> {
    const now = this.#host.now();
    for (const [n, { item, until }] of this.#parked)
      if (until <= now) {
        this.#parked.delete(n);
        return item;
      }
    if (this.#parked.size >= mostParked) return undefined;
    if (this.#queue.length === 0) {
      const waiting = await this.#host.store.listItems(this.#id, { state: 'waiting', most: together });
      this.#queue = waiting.filter(({ n }) => !this.#flight.has(n) && !this.#parked.has(n));
    }
    return this.#queue.shift();
  }

  async #send(item: BulkItem): Promise<void> {
    const host = this.#host;
    let latest = item;
    let end: SendJob;
    try {
      end = await runSend(this.#sendOf(item), {
        client: this.#client,
        connection: host.connection,
        fetch: host.fetch,
        readFile: () => host.readFile(item.fileId),
        newest: () => this.#newest,
        sleep: host.sleep,
        now: host.now,
        uploadSignal: this.#uploads.signal,
        onUpload: (bytes) => host.onUpload?.(item.n, bytes),
        others: () => this.#othersOf(item.n),
        write: async ({ status, progress, step }, attempts) => {
          if (this.#halted) throw new Halted();
          // The run checks how the send ended.
          if (status !== 'running') return;
          this.#noteProgress(item.n, latest.progress, progress);
          const { failure: _past, ...rest } = latest;
          latest = { ...rest, state: 'running', progress, step };
          if (!isRunning(await host.store.settle(latest, attempts))) {
            this.#halt();
            throw new Halted();
          }
        },
      });
    } catch (error) {
      if (error instanceof Halted) return;
      throw error;
    } finally {
      host.onUpload?.(item.n, 0);
    }
    const { status, failure, progress, step } = end;
    const latestItem: BulkItem = { ...latest, progress, step };
    if (failure) return this.#failed(latestItem, failure);
    // The user opened another connection: the stored job goes on when they are back.
    if (status === 'running') {
      this.#halt();
      return;
    }
    this.#tries.delete(item.n);
    this.#refusals = { of: '', count: 0 };
    await host.store.settle({ ...latestItem, state: 'done', at: this.#at() });
  }

  #sendOf({ n, scope, plan, progress, step }: BulkItem): SendJob {
    const startedAt = this.#startedAt;
    const id = `${this.#id}-${n}`;
    const itemPlan = { ...plan, filePath: ownPath(id, plan.filePath) };
    return { id, scope, plan: itemPlan, progress, step, status: 'running', startedAt, updatedAt: startedAt };
  }

  #noteProgress(n: number, before: SendProgress, now: SendProgress): void {
    if (acknowledged(now) <= acknowledged(before)) return;
    this.#tries.delete(n);
    this.#pace.cameOn();
    if (now.requestId !== undefined && before.requestId === undefined) {
      this.#newest = now.requestId;
      this.#made?.set(now.requestId, n);
    }
  }

  /** Requests that other items of this bulk and other jobs made. */
  async #othersOf(n: number): Promise<ReadonlySet<string>> {
    const { store, others } = this.#host;
    if (!this.#made) {
      const made = new Map<string, number>();
      for (const state of ['done', 'failed', 'running', 'waiting'] as const)
        for (const { n: of, progress } of await store.listItems(this.#id, { state }))
          if (progress.requestId !== undefined) made.set(progress.requestId, of);
      this.#made = made;
    }
    const otherItems = [...this.#made].filter(([, of]) => of !== n).map(([id]) => id);
    return new Set([...otherItems, ...((await others?.()) ?? [])]);
  }

  async #failed(item: BulkItem, failure: SendFailure): Promise<void> {
    const { store, now, random } = this.#host;
    const scope = isOutOfTries(failure, item.progress) ? 'one' : failureScope(failure);
    if (isTransient(failure)) this.#pace.failed(failure);
    switch (scope) {
      case 'transient': {
        const tries = (this.#tries.get(item.n) ?? 0) + 1;
        this.#tries.set(item.n, tries);
        const pause = random() * Math.min(longestPauseMs, 500 * 2 ** tries);
        const parked = { ...item, state: 'running' as const, failure };
        await store.settle(parked);
        this.#parked.set(item.n, { item: parked, failure, until: now() + pause });
        return;
      }
      case 'all':
        if (failure.kind !== 'disk') await store.settle({ ...item, state: 'waiting' });
        return this.#stop(failure);
      case 'one': {
        await store.settle({ ...item, state: 'failed', failure, at: this.#at() });
        const of = `${failure.step} ${failure.kind} ${failure.messages[0]?.message ?? ''}`;
        this.#refusals = { of, count: of === this.#refusals.of ? this.#refusals.count + 1 : 1 };
        if (this.#refusals.count >= mostRefusals) await this.#stop(failure);
      }
    }
  }

  /** Waits for the turn of a call: no sooner than the pace allows, and not during a pause. */
  async #turn(): Promise<void> {
    const { sleep, now } = this.#host;
    for (;;) {
      if (this.#halted) throw new Halted();
      const pause = this.#pace.currentPause();
      const wait = pause ? Math.min(pause.until - now(), tick) : this.#pace.turn();
      if (wait > 0) await sleep(wait);
      if (!pause) return;
    }
  }

  /** Stores until when the run pauses, or that it goes on. Pauses of under a second are not stored. */
  async #say(until: number | undefined, failure?: SendFailure): Promise<void> {
    const isNews =
      until === undefined
        ? this.#saidUntil !== undefined
        : until - this.#host.now() > 1000 && Math.abs(until - (this.#saidUntil ?? 0)) > 1000;
    if (!isNews) return;
    this.#saidUntil = until;
    await this.#host.store.change(this.#id, (job) => {
      if (job.status !== 'running') return job;
      const { waitingUntil: _then, failure: _past, ...rest } = job;
      if (until === undefined) return { ...rest, updatedAt: this.#at() };
      const waitingUntil = new Date(until).toISOString();
      return { ...rest, waitingUntil, ...(failure ? { failure } : {}), updatedAt: this.#at() };
    });
  }

  /** Begins nothing more. Sends under way end at their next step; uploads are aborted, because they began nothing. */
  #halt(): void {
    this.#halted = true;
    this.#uploads.abort();
  }

  async #stop(failure: SendFailure): Promise<void> {
    if (this.#halted) return;
    this.#halt();
    try {
      await this.#host.store.change(this.#id, (job) => {
        if (job.status !== 'running') return job;
        const { waitingUntil: _over, ...rest } = job;
        return { ...rest, status: 'stopped', failure, updatedAt: this.#at() };
      });
    } catch {
      // When the disk is full, even the failure may not be stored.
      this.#unsavedFailure = failure;
    }
  }

  /** @returns whether the run is over; false if an item was put back meanwhile */
  async #end(): Promise<boolean> {
    this.#queue = [...(await this.#host.store.listItems(this.#id, { state: 'running', most: together }))];
    if (this.#queue.length > 0) return false;
    const left = await this.#host.store.change(this.#id, (job) => {
      if (job.status !== 'running' || job.counts.waiting > 0) return job;
      const { waitingUntil: _over, failure: _past, ...rest } = job;
      return { ...rest, status: 'done', updatedAt: this.#at() };
    });
    return !isRunning(left);
  }

  #at(): string {
    return new Date(this.#host.now()).toISOString();
  }
}

/**
 * A path for this item alone, with the reader's folders behind it: of a service that keeps no versions, two items of
 * one document would get the same content key, by which an unanswered create is found again.
 */
function ownPath(id: string, filePath: string): string {
  const path = `${id}/${filePath}`;
  return new TextEncoder().encode(path).length > limits.filePathBytes ? filePath : path;
}

/** Number of steps that the service acknowledged. */
const acknowledged = ({ key, requestId, invited, sent }: SendProgress): number =>
  Number(key !== undefined) +
  Number(requestId !== undefined) +
  Object.keys(invited).length +
  Number(sent ?? false);

function defectOf(error: unknown): SendFailure {
  const messages = [{ message: error instanceof Error ? error.message : String(error) }];
  if (error instanceof ApiError) return { step: 'upload', kind: error.kind, messages: error.messages };
  return { step: 'upload', kind: isDiskFull(error) ? 'disk' : 'defect', messages };
}
