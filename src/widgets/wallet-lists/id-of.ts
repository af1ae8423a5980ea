/** BigInt values arrive as numbers, text or big integers. */
export function idOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : -1n;
}
