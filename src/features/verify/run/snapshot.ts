import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { stateOf, type Item, type ItemState } from './item.ts';
import type { PaceMeter } from './pace-meter.ts';

/** Everything that the screen shows of a verification, at one moment. */
export interface Snapshot {
  readonly items: readonly Item[];
  readonly counts: Readonly<Record<ItemState, number>>;
  readonly phase: 'empty' | 'running' | 'paused' | 'done';
  /** Items that are not done. */
  readonly left: number;
  readonly secondsLeft: number | undefined;
  readonly itemsPerSecond: number | undefined;
  /** Items that were cancelled, or where the verifier stopped: they can be taken up again. */
  readonly stopped: number;
  /** Folders and files that the browser would not open. */
  readonly refused: readonly string[];
  /** When and by what everything was checked; absent before the first verification. */
  readonly reader: VerificationContext | undefined;
}

const noCounts: Record<ItemState, number> = {
  PASSED: 0,
  WARNED: 0,
  FAILED: 0,
  INDETERMINATE: 0,
  RUNNING: 0,
  NOT_RUN: 0,
};

export function snapshotOf(
  items: readonly Item[],
  { paused, pace, ...rest }: Pick<Snapshot, 'refused' | 'reader'> & { paused: boolean; pace: PaceMeter },
): Snapshot {
  const counts = { ...noCounts };
  let [left, bytesLeft, stopped] = [0, 0, 0];
  for (const item of items) {
    const state = stateOf(item);
    counts[state] += 1;
    if (state === 'RUNNING') {
      left += 1;
      bytesLeft += (item.size ?? 0) - (item.progress ?? 0);
    }
    if (item.step === 'stopped' || item.step === 'broken') stopped += 1;
  }
  return {
    items: items.slice(),
    counts,
    phase: items.length === 0 ? 'empty' : left === 0 ? 'done' : paused ? 'paused' : 'running',
    left,
    secondsLeft: left > 0 ? pace.secondsFor(left, bytesLeft) : undefined,
    itemsPerSecond: pace.pace()?.itemsPerSecond,
    stopped,
    ...rest,
  };
}
