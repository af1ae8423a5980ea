import { DateTime } from '#contract/schema/scalars.ts';
import { ServiceError } from '../service-error.ts';
import type { Reason } from './issues.ts';

// What no schema of the contract says, because it holds for every text on the wire.

type Path = readonly (string | number)[];

/**
 * The databases store no NUL in text. It is refused here, where a request is read, and nowhere further in (Rule ER-3).
 *
 * @param value a text, or what JSON gave, with its keys
 * @throws ServiceError with the path of the first one: 422 in an input, whose rule it breaks, 400 elsewhere
 */
export function refuseNul(value: unknown, path: Path): void {
  const found = findText(value, path, (text) => text.includes('\0'));
  if (!found) return;
  const name = found.path.join('.').replaceAll('\0', '\uFFFD').slice(0, 200);
  const kind = found.path[0] === 'input' ? 'unprocessable' : 'malformed-argument';
  throw new ServiceError(kind, `${name || 'The body'}: has a NUL character.`, {
    path: found.path,
    rule: 'ER-3',
  });
}

/** The first text with the form of an instant that is none, such as 31 February. */
export function findImpossibleInstant(value: unknown, path: Path): Reason | undefined {
  const found = findText(value, path, (text) => looksLikeInstant(text) && !isInstant(text));
  return found && { path: found.path, message: `${found.path.join('.')}: there is no such instant.` };
}

function findText(
  value: unknown,
  path: Path,
  isWanted: (text: string) => boolean,
): { readonly path: Path } | undefined {
  if (typeof value === 'string') return isWanted(value) ? { path } : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    const here = [...path, isList ? Number(key) : key];
    if (isWanted(key)) return { path: here };
    const found = findText(item, here, isWanted);
    if (found) return found;
  }
  return undefined;
}

const looksLikeInstant = (text: string): boolean => text.length < 40 && DateTime.safeParse(text).success;

/** The databases' calendar has no year 0, and `Date` takes 31 February for 3 March. */
function isInstant(text: string): boolean {
  const second = text.slice(0, 19);
  const at = new Date(`${second}Z`);
  return !text.startsWith('0000') && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(second);
}
