import { wholeOf } from '#clock/instants.ts';

/** BigInt values arrive as numbers, text or big integers. */
export function idOf(value: unknown): bigint {
  return wholeOf(value) ?? -1n;
}
