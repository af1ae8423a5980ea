import { z } from 'zod/mini';
import { registerNames } from './schema-facts.ts';

/** 24 hexadecimal digits. */
export const ObjectId = z.string().check(z.regex(/^[0-9a-f]{24}$/i, 'expected 24 hexadecimal digits'));

/** RFC 3339 §5.6 in UTC, e.g. `2026-11-18T23:41:07.000Z`. */
export const DateTime = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
      'expected a UTC date-time such as 2026-11-18T23:41:07Z',
    ),
  );

/** Hexadecimal text with or without `0x`, any case: compared without prefix and case (Rule WI-12). */
export const Hex = z.string().check(z.regex(/^(0x)?([0-9a-f]{2})*$/i, 'expected hexadecimal text'));

/** A SHA-256 digest: 64 hexadecimal digits. */
export const Sha256Hex = z.string().check(z.regex(/^(0x)?[0-9a-f]{64}$/i, 'expected 64 hexadecimal digits'));

/** An MD5 digest: 32 hexadecimal digits in any case (Rule UP-2). */
export const Md5Hex = z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'expected 32 hexadecimal digits'));

/** `0x` and 40 hexadecimal digits; the service sends lower case. */
export const EvmAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{40}$/i, 'expected 0x and 40 hexadecimal digits'));

/**
 * A non-fractional signed whole number of any size. The service sends decimal text; a live deployment may
 * send a number or a bare long literal, which a lossless JSON reader hands over as text or bigint.
 */
export const BigIntValue = z.union([
  z.string().check(z.regex(/^-?\d{1,78}$/, 'expected a whole number')),
  z.number(),
  z.bigint(),
]);

/** A whole number of 32 bits. */
export const Int32 = z.int32();

/** Numbers that a service may send as numbers or as decimal text (money is text in our own code). */
export const Decimal = z.union([z.number(), z.string()]);

export const HashAlgorithm = z.enum(['SHA256']);

/** Lower case, without `0x`: the form in which hexadecimal values are compared. */
export function bareHex(value: string): string {
  const lower = value.toLowerCase();
  return lower.startsWith('0x') ? lower.slice(2) : lower;
}

/**
 * The whole number behind any spelling the wire allows.
 *
 * @returns undefined when the value is not a whole number or was rounded on its way (a number beyond 2^53)
 */
export function readBigInt(value: string | number | bigint | null | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value === 'string' && /^-?\d{1,78}$/.test(value)) return BigInt(value);
  return undefined;
}

registerNames({
  ObjectId,
  DateTime,
  Hex,
  Sha256Hex,
  Md5Hex,
  EvmAddress,
  BigIntValue,
  Int32,
  Decimal,
  HashAlgorithm,
});
