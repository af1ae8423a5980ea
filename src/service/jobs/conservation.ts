import { sql } from '../storage/database/sql.ts';
import { authorizeClaims, claimWaits } from '../handlers/answer/show-processed.ts';
import { certificateTime, finishCertificate, planCertificates } from '../handlers/witnesses/certification.ts';
import type { CertificateRow } from '../handlers/witnesses/certification.ts';
import type { Authorities, Service } from '../handlers/ports.ts';
import { within } from '../handlers/within.ts';
import { reasonOf } from '../http/monitoring/log.ts';
import { delayedAfter } from '../http/ports.ts';
import { tracedStep } from '../tracing/spans.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import {
  areMoreDue,
  claimNext,
  giveBack,
  LeaseLost,
  leaseTime,
  overdueLook,
  untilDue,
} from '../storage/tables/work-items.ts';
import type { WorkItem, WorkTable } from '../storage/tables/work-items.ts';
import { advanceCheckpoint, appendLeaves } from './external-tree.ts';
import type { CheckpointRow } from './external-tree.ts';
import { TreeBroken, untilCheckpoint } from './stored-tree.ts';
import { addTiles, TreeAudit } from './tree-tiles.ts';
import { advanceBatch, anchorPace, groupedWaits, planBatch } from './merkle-batches.ts';
import type { BatchRow } from './merkle-batches.ts';
import { readWaiting } from './waiting.ts';
import type { Waiting } from './waiting.ts';
import { createWatchedRun } from './watched-run.ts';
import type { WatchedRun } from './watched-run.ts';

/** Preserves what waits: Merkle batches, certificates and the third party's tree, each as its witness asks. */
export interface Conservation {
  /**
   * Everything that waits and can be done, now; answers how many witnesses were preserved. What fails stops nothing
   * else, and is thrown at the end.
   */
  runOnce(): Promise<number>;
  /**
   * Runs soon after each `wake`, and now and then for what another process left; the third party's tree has its
   * checkpoints in its own pace. Nothing waits for it to have done anything.
   */
  start(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
  /** Something waits. */
  wake(): void;
  /** Counts and tells of somebody outside who gave no result elsewhere. */
  failed(error: unknown): void;
  state(): PreservationState;
}

export interface PreservationState {
  /** Witnesses preserved by this process, and calls and steps that failed in it. */
  readonly preserved: number;
  readonly failures: number;
  /** Why nothing is appended to the third party's tree; undefined: it is whole, as far as it was looked at. */
  readonly brokenTree: string | undefined;
}

export interface PreservationOptions {
  /** Called once a minute while the oldest item waits longer than `delayedAfter` seconds. */
  readonly onDelay: (waiting: Waiting) => void;
  /** Called for a runner that completed no look in time and was started again. */
  readonly onRestart: (runner: string) => void;
  /** Milliseconds: a lease, a call to somebody outside, a look of a runner, and between two looks at the runners. */
  readonly lease: number;
  readonly callTime: number;
  readonly lookTime: number;
  readonly watchPace: number;
  /** Milliseconds between two looks that nothing woke, for what another process left. */
  readonly lookAgain: number;
  /**
   * Certificates that are to be fetched, after which no quota is spent for further ones: each look passes over all of
   * them.
   */
  readonly certificatesAhead: number;
}

/** Milliseconds. What comes together is preserved together; everything is done well within two seconds. */
const gather = 250;
/** After a failure, twice as long after each further one in a row: what is down stays down for a while. */
const retry = 1_000;
const longestRetry = 15_000;
/** Between two stretches of tiles that an older build did not write. */
const tilesPace = 20;
/** What is sent and not final yet is looked at again. */
const finalPace = 2_000;
/** Where enough certificates are to be fetched, further ones are planned after this. */
const aheadPace = 1_000;
/** A failed item is tried again after a second, and at last once a minute. */
const longestBackoff = 60_000;

/** Milliseconds that a chain ahead of the clock is waited for. */
const longestAhead = 5_000;

/** Milliseconds between two checkpoints of the third party's tree: what comes in between shares one root. */
const checkpointPace = 3_000;

/**
 * Milliseconds without another one until the witnesses that were requested in a group go into their batch, and how long
 * the first of them waits at most: they come one by one, and what they share is one certificate.
 */
const groupQuiet = 1_000;
const groupOpen = 10_000;

/** Items that are worked on at once: one whose authority hangs leaves the others theirs. */
const laneCount = 3;

/** Most claims of one transaction. */
const claimSize = 200;

const defaults: PreservationOptions = {
  onDelay: () => undefined,
  onRestart: () => undefined,
  lease: leaseTime,
  callTime: certificateTime,
  lookTime: 30_000,
  watchPace: 5_000,
  lookAgain: 5_000,
  certificatesAhead: 1_000,
};

/** What the lanes work on; checkpoints of the tree go one by one, by its own runner. */
const laneTables: readonly WorkTable[] = ['preservation_batches', 'preservation_certificates'];
const treeTables: readonly WorkTable[] = ['preservation_checkpoints'];

/** @param pace least milliseconds between two checkpoints of the third party's tree */
export function createConservation(
  service: Service,
  onError: (error: unknown) => void = () => undefined,
  pace = checkpointPace,
  overrides: Partial<PreservationOptions> = {},
): Conservation {
  const options = { ...defaults, ...overrides };
  const work = new Work(service, options, onError);
  /**
   * The first of these, but no later than the next look. Steps may take longer than a pace, so some are due by now;
   * undefined: it does not come.
   */
  const soonest = (...coming: (number | undefined)[]): number =>
    Math.min(
      options.lookAgain,
      ...coming.flatMap((delay) => (delay === undefined ? [] : [Math.max(delay, overdueLook)])),
    );
  const delays = { gather, retry, longestRetry };

  const lanes = Array.from({ length: laneCount }, () =>
    createWatchedRun(
      async (look) => {
        while (look() && (await work.next(laneTables)));
        return soonest(await untilDue(service.database, laneTables));
      },
      { ...delays, gather: 0 },
      onError,
    ),
  );
  const plan = createWatchedRun(
    async () => {
      const open = await untilGroupCloses(service);
      const isClosed = open !== undefined && open <= 0;
      const isPaced = (await work.untilBatch()) > 0;
      // Where no group is open, one that comes during this run is the first of its own: it waits for others.
      const batches = await work.planBatches(isClosed, isPaced ? 0 : 1);
      const certificates = await work.planCertificates(options.certificatesAhead);
      if (batches + certificates.planned + (await work.claims()) > 0) for (const lane of lanes) lane.wake();
      return soonest(
        // A closed group was planned, waits for the pace of batches, or has no authority to stamp it.
        isClosed ? undefined : await untilGroupCloses(service),
        // More may wait than one batch takes.
        isPaced || batches > 0 ? await work.untilBatch() : undefined,
        certificates.areEnough ? aheadPace : undefined,
      );
    },
    delays,
    onError,
  );
  const tree = createWatchedRun(
    async () => {
      if (!service.authorities?.checkpoint) return options.lookAgain;
      const untilAppend = async (): Promise<number> =>
        Math.max(await untilCheckpoint(service, pace), await work.untilChain());
      const isPaced = (await untilAppend()) > 0;
      const appended = await work.append(!isPaced);
      const advanced = await work.next(treeTables);
      if (work.areTilesBehind()) return tilesPace;
      return soonest(
        // More may wait than one checkpoint takes, and nothing is appended while one is on its way.
        isPaced || appended > 0 || advanced ? await untilAppend() : undefined,
        await untilDue(service.database, treeTables),
      );
    },
    delays,
    onError,
  );
  const runs = {
    plan,
    tree,
    ...Object.fromEntries(lanes.map((lane, index) => [`items ${index + 1}`, lane])),
  };
  const watch = createWatch(service, runs, options);

  return {
    runOnce: () => work.everything(),
    start() {
      for (const run of Object.values(runs)) run.start();
      watch.start();
    },
    wake() {
      plan.wake();
      tree.wake();
    },
    async stop() {
      watch.stop();
      await Promise.all(Object.values(runs).map((run) => run.stop()));
    },
    failed: (error) => work.failed(error),
    state: () => work.state(),
  };
}

/** The steps, each of them one short transaction or one call to somebody outside, never both. */
class Work {
  readonly #service: Service;
  readonly #options: PreservationOptions;
  readonly #onError: (error: unknown) => void;
  readonly #audit = new TreeAudit();
  #brokenTree: string | undefined;
  #brokenReported = -Infinity;
  #tilesBehind = false;
  #preserved = 0;
  #failures = 0;
  #turn = 0;
  /** When the last batch was planned, by `performance.now`. */
  #planned = -Infinity;
  /** Since when the chain is ahead of the clock, by `performance.now`. */
  #chainAhead: number | undefined;

  constructor(service: Service, options: PreservationOptions, onError: (error: unknown) => void) {
    this.#service = service;
    this.#options = options;
    this.#onError = onError;
  }

  state(): PreservationState {
    return { preserved: this.#preserved, failures: this.#failures, brokenTree: this.#brokenTree };
  }

  failed(error: unknown): void {
    this.#failures += 1;
    this.#onError(error);
  }

  /** Milliseconds until the next batch may be planned; not above 0: now. */
  async untilBatch(): Promise<number> {
    return Math.max(this.#planned + anchorPace - performance.now(), await this.untilChain());
  }

  /**
   * Milliseconds until the newest block of the sandbox's chain is no longer ahead of the clock. A chain that many others
   * write to, or a clock that was put back, holds nothing up for longer than `longestAhead`.
   */
  async untilChain(): Promise<number> {
    const { ledger, database } = this.#service;
    const head = ledger && (await chainStore(database).head());
    const ahead = head ? head.timestamp * 1000 - this.#service.now().getTime() : 0;
    if (ahead <= 0) {
      this.#chainAhead = undefined;
      return 0;
    }
    this.#chainAhead ??= performance.now();
    const patience = this.#chainAhead + longestAhead - performance.now();
    if (patience <= 0) this.#chainAhead = undefined;
    return Math.min(ahead, patience);
  }

  /**
   * Binds what waits to batches; answers how many witnesses.
   *
   * @param batches most batches; without it, as many as it takes
   */
  async planBatches(withGroups: boolean, batches = Infinity): Promise<number> {
    if (!this.#service.authorities) return 0;
    const planned = await untilNone(() => planBatch(this.#service, withGroups), batches);
    if (planned > 0) this.#planned = performance.now();
    return planned;
  }

  /**
   * Spends quotas for certificates.
   *
   * @param ahead certificates that are to be fetched, after which no more are planned
   */
  async planCertificates(
    ahead = Infinity,
  ): Promise<{ readonly planned: number; readonly areEnough: boolean }> {
    const { authorities, database } = this.#service;
    if (!authorities) return { planned: 0, areEnough: false };
    for (let planned = 0; ;) {
      if (ahead < Infinity && (await areMoreDue(database, 'preservation_certificates', ahead)))
        return { planned, areEnough: true };
      const some = await planCertificates(this.#service, ahead);
      if (some === 0) return { planned, areEnough: false };
      planned += some;
    }
  }

  /** Authorizes claims of what was proven before its owner was named. */
  async claims(): Promise<number> {
    const { authorities, database } = this.#service;
    if (!authorities?.authorizeClaim) return 0;
    const [some] = await database.rows(sql`select 1 from witnesses w where ${claimWaits} limit 1`);
    if (!some) return 0;
    return database.transaction(async (tx) => {
      const rows = await tx.rows<{ id: string }>(sql`select w.id from witnesses w where ${claimWaits}
        order by w.id limit ${claimSize}::bigint for update of w skip locked`);
      const ids = rows.map(({ id }) => id);
      return authorizeClaims(tx, authorities, ids, this.#service.now());
    });
  }

  /** Whether tiles of what an older build appended are to be added. */
  areTilesBehind(): boolean {
    return this.#tilesBehind;
  }

  /** Verifies a stretch of the tree and appends what waits to it. A broken one is reported and left. */
  async append(isDue = true): Promise<number> {
    try {
      this.#tilesBehind = false;
      await this.#audit.look(this.#service.database);
      this.#tilesBehind = await addTiles(this.#service.database);
      const appended = isDue ? await appendLeaves(this.#service) : 0;
      this.#brokenTree = undefined;
      return appended;
    } catch (error) {
      if (!(error instanceof TreeBroken)) throw error;
      const isNews = this.#brokenTree !== error.message || performance.now() - this.#brokenReported > minute;
      this.#brokenTree = error.message;
      if (isNews) {
        this.#brokenReported = performance.now();
        this.failed(error);
      }
      return 0;
    }
  }

  /** Takes one item as far as it goes; false: there is none. */
  async next(tables: readonly WorkTable[]): Promise<boolean> {
    // Other lanes take their turns while this one waits for the database; it looks at each table once nevertheless.
    const turn = (this.#turn += 1);
    for (let offset = 0; offset < tables.length; offset += 1) {
      const table = tables[(turn + offset) % tables.length];
      const item = table && (await this.#claim(table));
      if (!item) continue;
      await this.#advance(item).catch((error: unknown) => this.failed(error));
      return true;
    }
    return false;
  }

  async everything(): Promise<number> {
    const errors: unknown[] = [];
    const note = (error: unknown): number => {
      this.#failures += 1;
      errors.push(error);
      return 0;
    };
    let done = 0;
    await this.planBatches(true);
    await this.planCertificates();
    await this.claims();
    for (const table of laneTables) done += await this.#all(table, note);
    if (this.#service.authorities?.checkpoint)
      for (let appended = 1; appended > 0 && errors.length === 0;) {
        done += await this.#all('preservation_checkpoints', note);
        appended = await this.#audit
          .look(this.#service.database)
          .then(() => untilNone(async () => Number(await addTiles(this.#service.database))))
          .then(() => appendLeaves(this.#service))
          .catch(note);
      }
    done += await this.claims();
    if (errors.length > 0) throw errors[0];
    return done;
  }

  /** Each item of a table once, also those that wait after a failure. */
  async #all(table: WorkTable, note: (error: unknown) => number): Promise<number> {
    const reported = new Set<string>();
    for (let done = 0; ;) {
      const item = await this.#claim(table, { force: true, except: reported });
      if (!item) return done;
      reported.add(item.key);
      done += await this.#advance(item).catch(note);
    }
  }

  async #claim(
    table: WorkTable,
    among: { readonly force?: boolean; readonly except?: Iterable<string> } = {},
  ): Promise<WorkItem<object> | undefined> {
    if (!this.#service.authorities) return undefined;
    return claimNext(this.#service.database, table, { ...among, time: this.#options.lease });
  }

  /** @returns how many witnesses were preserved */
  async #advance(item: WorkItem<object>): Promise<number> {
    const { database } = this.#service;
    try {
      const preserved = await tracedStep(`preserve from ${item.table}`, () => this.#step(item));
      if (preserved === undefined) await giveBack(database, item, finalPace);
      this.#preserved += preserved ?? 0;
      return preserved ?? 0;
    } catch (error) {
      // Whoever took it over goes on with it.
      if (error instanceof LeaseLost) return 0;
      const delay = Math.min(retry * 2 ** item.row.attempts, longestBackoff);
      await giveBack(database, item, delay, reasonOf(error)).catch(() => item.lease.abandon());
      throw error;
    }
  }

  async #step(item: WorkItem<object>): Promise<number | undefined> {
    const service = this.#service;
    const { callTime } = this.#options;
    const { authorities } = service;
    if (!authorities) return undefined;
    // Each table has its own rows.
    switch (item.table) {
      case 'preservation_batches':
        return advanceBatch(service, authorities, item as WorkItem<BatchRow>, callTime);
      case 'preservation_checkpoints':
        return advanceCheckpoint(service, authorities, item as WorkItem<CheckpointRow>, callTime);
      case 'preservation_certificates':
        return advanceCertificate(service, authorities, item as WorkItem<CertificateRow>, callTime);
    }
  }
}

async function advanceCertificate(
  service: Service,
  authorities: Authorities,
  item: WorkItem<CertificateRow>,
  callTime: number,
): Promise<number> {
  const call = authorities.stamp(item.row.hash, service.now(item.row.spent_at));
  await finishCertificate(service, authorities, item, await within(callTime, 'the time-stamp', call));
  return 1;
}

async function untilNone(step: () => Promise<number>, most = Infinity): Promise<number> {
  let all = 0;
  for (let steps = 0; steps < most; steps += 1) {
    const some = await step();
    if (some === 0) break;
    all += some;
  }
  return all;
}

const minute = 60_000;

/** Tells of what waits too long, and starts a runner again that stands still. */
function createWatch(
  service: Service,
  runs: Readonly<Record<string, WatchedRun>>,
  { watchPace, lookTime, onDelay, onRestart }: PreservationOptions,
): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let lastReport = -Infinity;
  let isReading = false;
  const read = async (): Promise<void> => {
    const waiting = await readWaiting(service);
    if (waiting.oldestSeconds <= delayedAfter || performance.now() - lastReport < minute) return;
    lastReport = performance.now();
    onDelay(waiting);
  };
  const look = (): void => {
    for (const [name, run] of Object.entries(runs)) if (run.restartIfStill(lookTime)) onRestart(name);
    // Where what waits is more than is counted within the pace, each look would take one more of the connections.
    if (isReading) return;
    isReading = true;
    // A database that cannot be reached is reported by the runners.
    void read()
      .catch(() => undefined)
      .finally(() => (isReading = false));
  };
  return {
    start() {
      timer = setInterval(look, watchPace);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds until the group that is being requested is closed, not above 0 where nothing holds it open; undefined: none is. */
async function untilGroupCloses(service: Service): Promise<number | undefined> {
  const [group] = await service.database.rows<{ first: Date | null; last: Date | null }>(
    sql`select min(w.updated_at) as first, max(w.updated_at) as last from witnesses w where ${groupedWaits}
      and not exists (select 1 from preservation_batch_members m where m.witness_id = w.id)`,
  );
  if (!group?.first || !group.last) return undefined;
  const now = service.now().getTime();
  const first = group.first.getTime();
  // One of the future is no reason to wait: the clock was put back.
  if (first > now) return 0;
  return Math.min(group.last.getTime() + groupQuiet, first + groupOpen) - now;
}
