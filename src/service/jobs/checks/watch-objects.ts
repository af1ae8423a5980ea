import type { StoreProbe } from '../../storage/objects/check-objects.ts';
import type { StoreChecks } from './store-checks.ts';
import { createRepeatedRun } from '../repeated-run.ts';

/** Whether the object store answers, by the last look. Whoever asks does not wait for one. */
export interface ObjectWatch {
  isReachable(): boolean;
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two looks. */
const usualPace = 5_000;

/**
 * @param checks of the start; a store that has not passed them counts as out of reach
 * @param onChange called as the store is lost, and as it is back
 */
export function watchObjects(
  { probe, checks }: { readonly probe: StoreProbe; readonly checks: StoreChecks },
  onChange: (isReachable: boolean) => void,
  pace = usualPace,
): ObjectWatch {
  // The start wrote to it a moment ago, or could not.
  let isReachable = checks.hasPassed();
  const run = createRepeatedRun(
    async () => {
      const reaches = (await checks.repeat()) && (await probe.reaches());
      if (reaches !== isReachable) onChange(reaches);
      isReachable = reaches;
      return pace;
    },
    { gather: pace, retry: pace, longestRetry: pace },
    () => undefined,
  );
  return {
    isReachable: () => isReachable,
    start: () => run.start(),
    async stop() {
      await run.stop();
      probe.close();
    },
  };
}
