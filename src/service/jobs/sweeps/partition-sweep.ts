import type { Service } from '../../handlers/ports.ts';
import { addComingPartitions } from '../../storage/tables/witness-partitions.ts';
import { createRepeatedRun } from '../repeated-run.ts';
import type { RepeatedRun } from '../repeated-run.ts';

const paceMs = 6 * 3_600_000;
const retryMs = 60_000;

/**
 * Makes the partitions of the months to come. What is not made in time is no failure: rows of a month without a partition
 * lie in the default one.
 */
export function createPartitionSweep(
  { database, now }: Pick<Service, 'database' | 'now'>,
  onMade: (names: readonly string[]) => void,
  onError: (error: unknown) => void,
): RepeatedRun {
  const run = async (): Promise<number> => {
    const made = await addComingPartitions(database, now());
    if (made.length > 0) onMade(made);
    return paceMs;
  };
  return createRepeatedRun(run, { gather: retryMs, retry: retryMs, longestRetry: 60 * retryMs }, onError);
}
