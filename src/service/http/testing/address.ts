import type { Operation } from '#contract/operations/operations.ts';

const id = '0123456789abcdef01234567';

/** An address of the operation with parameters of the right form. */
export function addressOf(operation: Operation): string {
  const value = operation.path.startsWith('/wallet')
    ? `0x${'a'.repeat(40)}`
    : operation.path.startsWith('/endorsable') || operation.path.includes('-rate/')
      ? '604800'
      : id;
  return `/rest/v1${operation.path.replace(/\{\w+\}/, value)}`;
}
