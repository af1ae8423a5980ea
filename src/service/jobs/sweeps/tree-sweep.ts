import type { Service } from '../../handlers/ports.ts';
import { endOlderBuilds } from '../../storage/database/older-builds.ts';
import { replaceProofs } from '../merkle-trees.ts';
import { createRepeatedRun } from '../repeated-run.ts';
import type { RepeatedRun } from '../repeated-run.ts';

/** Milliseconds: between two looks for older builds, between two batches, and after the last of them. */
const lookPace = 600_000;
const batchPace = 20;
const restPace = 6 * 3_600_000;
const retry = 60_000;

/**
 * Once no older build serves the data any more, makes the trees of batches that have none and takes the stored proofs of
 * their witnesses away. A batch whose hashes do not give its root stays as it is; "check" names it where its proofs are
 * wrong.
 *
 * @param onReplaced called after the last batch, with how many there were
 */
export function createTreeSweep(
  service: Pick<Service, 'database' | 'otherTenants'>,
  onReplaced: (batches: number) => void,
  onError: (error: unknown) => void,
): RepeatedRun {
  let after = '';
  let batches = 0;
  const run = async (): Promise<number> => {
    if (!(await endOlderBuilds(service.database))) return lookPace;
    const replaced = await replaceProofs(service, after);
    after = replaced ?? '';
    if (replaced !== undefined) {
      batches += 1;
      return batchPace;
    }
    if (batches > 0) onReplaced(batches);
    batches = 0;
    return restPace;
  };
  return createRepeatedRun(run, { gather: batchPace, retry, longestRetry: 60 * retry }, onError);
}
