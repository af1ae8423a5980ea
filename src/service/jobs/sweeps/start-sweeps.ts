import type { Service } from '../../handlers/ports.ts';
import type { Log } from '../../http/monitoring/log.ts';
import { removeDocuments } from '../../removal/removed-documents.ts';
import { removeUnsigned } from '../../removal/retention.ts';
import { removeUnnamed } from '../../removal/unnamed-contents.ts';
import { dueKinds, forgetKind, readWaitingKeys } from '../../storage/tables/failed-work.ts';
import type { FailedKind } from '../../storage/tables/failed-work.ts';
import { addComingPartitions } from '../../storage/tables/witness-partitions.ts';
import { createRepeatedRun } from '../repeated-run.ts';
import type { RepeatedRun } from '../repeated-run.ts';
import { attemptDue } from './attempt-each.ts';
import { sweepCounts } from './count-sweep.ts';
import { createTreeSweep } from './tree-sweep.ts';
import { sweepUploads } from './upload-sweep.ts';

/** What a worker does now and then, and for what failed before as soon as that is due. */
interface Sweep {
  readonly kind: FailedKind;
  readonly paceMs: number;
  /** What the log says of an error. */
  readonly failure: string;
  /** Does what is due. */
  readonly run: () => Promise<{ readonly errors: readonly unknown[] }>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Starts what a worker does now and then, and says in the log what it did and what failed.
 *
 * @param retentionDays undefined: no request is removed by its age
 * @param lookMs between two looks for what is due again, by its delay or by command
 */
export function startSweeps(
  service: Service,
  log: Log,
  retentionDays: number | undefined,
  lookMs = 5_000,
): Pick<RepeatedRun, 'stop'> {
  const runs = new Map<FailedKind, RepeatedRun>();
  const wake = (kind: FailedKind): void => runs.get(kind)?.wake();
  for (const sweep of sweepsOf(service, log, retentionDays, wake)) runs.set(sweep.kind, repeat(sweep, log));
  // What fails here is a database that is away, which the others report.
  const watch = createRepeatedRun(
    async () => {
      for (const kind of await dueKinds(service.database)) {
        wake(kind);
        // It is not done any more, as by a retention that was ended.
        if (!runs.has(kind)) await forgetKind(service.database, kind);
      }
      return lookMs;
    },
    { gather: lookMs, retry: lookMs, longestRetry: minuteMs },
    () => undefined,
  );
  const trees = createTreeSweep(
    service,
    (batches) => log.info({ batches }, 'stored proofs were replaced by the trees of their batches'),
    (error) =>
      log.error(
        { err: error },
        'stored proofs could not be replaced by the tree of their batch; tried again',
      ),
  );
  const all = [...runs.values(), watch, trees];
  for (const run of all) run.start();
  return {
    async stop() {
      await Promise.all(all.map((run) => run.stop()));
    },
  };
}

function repeat({ paceMs, failure, run }: Sweep, log: Log): RepeatedRun {
  const report = (error: unknown, items?: number): void =>
    log.error({ err: error, items }, `${failure}; tried again`);
  return createRepeatedRun(
    async () => {
      const { errors } = await run();
      if (errors.length > 0) report(errors[0], errors.length);
      // One that ended at what failed has not come to what is behind it.
      return errors.length > 0 ? Math.min(minuteMs, paceMs) : paceMs;
    },
    { gather: 0, retry: minuteMs, longestRetry: hourMs },
    report,
  );
}

function sweepsOf(
  service: Service,
  log: Log,
  days: number | undefined,
  wake: (kind: FailedKind) => void,
): Sweep[] {
  const { database } = service;
  const sweeps: Sweep[] = [
    {
      kind: 'upload',
      paceMs: hourMs,
      failure: 'upload addresses that are over, or documents that nothing names, could not be removed',
      async run() {
        const addresses = await sweepUploads(service);
        const { count: documents, errors } = await removeUnnamed(service);
        if (documents > 0) {
          log.info({ documents }, 'documents that no request names were removed');
          wake('document');
        }
        return { errors: [...addresses.errors, ...errors] };
      },
    },
    {
      kind: 'count',
      paceMs: minuteMs,
      failure: 'the counts of lists could not be added up',
      run: () => sweepCounts(database),
    },
    {
      kind: 'document',
      paceMs: hourMs,
      failure: 'the bytes of removed documents could not be removed',
      run: () => removeDocuments(service),
    },
  ];
  if (days !== undefined)
    sweeps.push({
      kind: 'request',
      paceMs: hourMs,
      failure: 'requests that are too old could not be removed',
      async run() {
        const { count: requests, errors } = await removeUnsigned(service, days);
        if (requests > 0) {
          log.info({ requests, days }, 'requests without a signature were removed');
          wake('document');
        }
        return { errors };
      },
    });
  // Only PostgreSQL has partitions. Rows of a month for which none was made in time lie in the default one.
  if (database.kind === 'postgresql')
    sweeps.push({
      kind: 'partition',
      paceMs: 6 * hourMs,
      failure: 'partitions of the months to come could not be made',
      run: () =>
        attemptDue(database, 'partition', { items: ['witnesses'], keyOf: (table) => table }, async () => {
          const partitions = await addComingPartitions(database, service.now());
          if (partitions.length > 0) log.info({ partitions }, 'partitions of the months to come were made');
        }),
    });
  // A web instance follows its own blocks, and may have been cut before it did.
  if (service.ledger)
    sweeps.push({
      kind: 'token-index',
      paceMs: minuteMs,
      failure: 'blocks of the chain could not be followed',
      async run() {
        if ((await readWaitingKeys(database, 'token-index')).size > 0) return { errors: [] };
        return service.followChain().then(
          () => ({ errors: [] }),
          (error: unknown) => ({ errors: [error] }),
        );
      },
    });
  return sweeps;
}
