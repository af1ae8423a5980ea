/** Helpful additions to a signature: certificates and lists beside it. */
import { ProofError } from '../../errors.ts';
import type { Der } from './der.ts';

/**
 * Reads the items that can be read. Helpers are trusted for nothing, so one that cannot be read is as if it had
 * not been sent: what it was needed for stays open.
 */
export function readableOf<T>(items: readonly Der[], read: (der: Uint8Array) => T): T[] {
  return items.flatMap(({ bytes }) => {
    try {
      return [read(bytes)];
    } catch (error) {
      if (error instanceof ProofError) return [];
      throw error;
    }
  });
}
