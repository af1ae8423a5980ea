import { currentMillis } from '#clock/clock.ts';
import { isoOf } from '#clock/instants.ts';

/** A time after `updatedAt`, even where the clock was set back meanwhile: the newest change is recognized by it. */
export function laterThan(updatedAt: string): string {
  const before = Date.parse(updatedAt);
  return isoOf(Math.max(currentMillis(), Number.isNaN(before) ? 0 : before + 1));
}
