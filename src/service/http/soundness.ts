import { DateTime } from '#contract/schema/scalars.ts';
import type { Reason } from './issues.ts';

/**
 * What no schema of the contract says, because it holds for every text on the wire: a NUL cannot be stored,
 * and what has the form of an instant must be one. Gives the first place where that is not so.
 */
export function unsoundText(value: unknown, path: readonly (string | number)[]): Reason | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return { path, message: `${path.join('.')}: has a NUL character.` };
    if (looksLikeInstant(value) && !isInstant(value))
      return { path, message: `${path.join('.')}: there is no such instant.` };
    return undefined;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = unsoundText(item, [...path, index]);
      if (found) return found;
    }
    return undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = unsoundText(item, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

const looksLikeInstant = (text: string): boolean => text.length < 40 && DateTime.safeParse(text).success;

/** The databases' calendar has no year 0, and `Date.parse` knows no thirteenth month. */
const isInstant = (text: string): boolean => !text.startsWith('0000') && !Number.isNaN(Date.parse(text));
