/** Strict readers of JSON members: a member is absent (or null), or of its type, or the whole cannot be read. */
import { tooLarge, unreadable } from '../errors.ts';
import { isObject } from '../chain/rpc.ts';
import type { Json, JsonObject } from './json.ts';

/** Where a member stands, for errors: `witness.merkleized`. */
export interface Place {
  readonly object: JsonObject;
  readonly name: string;
}

const maxText = 1 << 21;

export function place(value: Json | undefined, name: string): Place {
  if (!isObject(value)) throw unreadable(name, 'an object');
  return { object: value, name };
}

export function member(at: Place, key: string): Json | undefined {
  const value = Object.hasOwn(at.object, key) ? at.object[key] : undefined;
  return value === null ? undefined : value;
}

export function child(at: Place, key: string): Place | undefined {
  const value = member(at, key);
  return value === undefined ? undefined : place(value, `${at.name}.${key}`);
}

export function text(at: Place, key: string, maxLength = maxText): string | undefined {
  const value = member(at, key);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw unreadable(`${at.name}.${key}`, 'a text');
  if (value.length > maxLength) throw tooLarge(`${at.name}.${key}`, `at most ${maxLength} characters`);
  return value;
}

export function flag(at: Place, key: string): boolean | undefined {
  const value = member(at, key);
  if (value === undefined || typeof value === 'boolean') return value;
  throw unreadable(`${at.name}.${key}`, 'true or false');
}

/** A whole number, as a number, a bigint or decimal text. */
export function wholeNumber(at: Place, key: string): bigint | undefined {
  const value = member(at, key);
  if (value === undefined) return undefined;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d{1,100}$/.test(value)) return BigInt(value);
  throw unreadable(`${at.name}.${key}`, 'a whole number');
}

/** A whole number that every reader of JSON keeps exactly. */
export function count(at: Place, key: string): number | undefined {
  const value = wholeNumber(at, key);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0)
    throw unreadable(`${at.name}.${key}`, 'a whole number from 0');
  return number;
}

export function list(at: Place, key: string, maxItems: number): readonly Json[] | undefined {
  const value = member(at, key);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw unreadable(`${at.name}.${key}`, 'a list');
  const items = value as readonly Json[]; // isArray drops readonly
  if (items.length > maxItems) throw tooLarge(`${at.name}.${key}`, `at most ${maxItems} items`);
  return items;
}

export function texts(at: Place, key: string, maxItems: number): readonly string[] | undefined {
  return list(at, key, maxItems)?.map((item, index) => {
    if (typeof item !== 'string') throw unreadable(`${at.name}.${key}[${index}]`, 'a text');
    if (item.length > maxText) throw tooLarge(`${at.name}.${key}[${index}]`, `at most ${maxText} characters`);
    return item;
  });
}

/** `required(text(at, 'hash'), 'witness.hash')` */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw unreadable(name, 'to be there');
  return value;
}

/**
 * The member only where it is there, as exactOptionalPropertyTypes asks for:
 * `{ ...given('provider', text(at, 'provider')) }`.
 */
export function optionalMember<K extends string, T>(
  key: K,
  value: T | undefined,
): Partial<Readonly<Record<K, T>>> {
  const one: Partial<Record<string, T>> = {};
  if (value !== undefined) one[key] = value;
  return one as Partial<Record<K, T>>; // holds the key K or nothing
}
