import { parseInteger } from '#clock/instants.ts';

/** BigInt values arrive as numbers, text or big integers. */
export function idOf(value: unknown): bigint {
  return parseInteger(value) ?? -1n;
}
