import type { Service } from '../../handlers/ports.ts';
import type { Log } from '../../http/monitoring/log.ts';
import { createRetentionSweep } from '../../removal/retention.ts';
import type { RepeatedRun } from '../repeated-run.ts';
import { createCountSweep } from './count-sweep.ts';
import { createPartitionSweep } from './partition-sweep.ts';
import { createTreeSweep } from './tree-sweep.ts';
import { createUploadSweep } from './upload-sweep.ts';

/**
 * Starts what a worker does now and then, and says in the log what it did and what failed.
 *
 * @param retentionDays undefined: no request is removed by its age
 */
export function startSweeps(
  service: Service,
  log: Log,
  retentionDays: number | undefined,
): Pick<RepeatedRun, 'stop'> {
  const report =
    (sentence: string) =>
    (error: unknown): void =>
      log.error({ err: error }, sentence);
  const sweeps = [
    createUploadSweep(
      service,
      report('upload addresses that are over could not be forgotten; tried again in an hour'),
    ),
    createCountSweep(
      service.database,
      report('the counts of lists could not be added up; tried again in a minute'),
    ),
    createRetentionSweep(
      service,
      retentionDays,
      (requests) => log.info({ requests, days: retentionDays }, 'requests without a signature were removed'),
      report('what is too old could not be removed; tried again'),
    ),
    createTreeSweep(
      service,
      (batches) => log.info({ batches }, 'stored proofs were replaced by the trees of their batches'),
      report('stored proofs could not be replaced by the tree of their batch; tried again'),
    ),
    // Only PostgreSQL has partitions.
    ...(service.database.kind === 'postgresql'
      ? [
          createPartitionSweep(
            service,
            (partitions) => log.info({ partitions }, 'partitions of the months to come were made'),
            report('partitions of the months to come could not be made; tried again'),
          ),
        ]
      : []),
  ];
  for (const sweep of sweeps) sweep.start();
  return {
    async stop() {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
    },
  };
}
