import { asFraction, cut, divide, multiply, readDecimal, round, trimmed, writeDecimal } from './decimal.ts';

/** Decimals to which an amount is rounded: cents, and the six that a USDC has. */
export const decimalsOf = { MXN: 2, USD: 2, USDC: 6 } as const;
export type RateCurrency = keyof typeof decimalsOf;

export interface Conversion {
  /** Decimal text with the decimals of the currency. */
  readonly amount: string;
  /** What was computed before rounding, with `more` when its decimals go on; absent when nothing was rounded. */
  readonly before: { readonly value: string; readonly more: boolean } | undefined;
}

/** Decimals that are said of a number before it was rounded. */
const saidDecimals = 12;

/**
 * An amount at a rate, exactly: multiplied where the rate is of the amount's currency, divided by it the other way.
 *
 * @param rate decimal text, units of the one currency for one of the other
 * @returns undefined for what is no amount, or a rate of zero
 */
export function convert(
  typed: string,
  rate: string,
  how: 'multiply' | 'divide',
  to: RateCurrency,
): Conversion | undefined {
  const amount = readDecimal(typed);
  const price = readDecimal(rate);
  if (!amount || !price || price.digits === 0n) return undefined;
  const exact = how === 'multiply' ? asFraction(multiply(amount, price)) : divide(amount, price);
  const rounded = round(exact, decimalsOf[to]);
  const isExact = rounded.digits * exact.under === exact.over * 10n ** BigInt(rounded.scale);
  if (isExact) return { amount: writeDecimal(rounded), before: undefined };
  const { value, more } = cut(exact, saidDecimals);
  return {
    amount: writeDecimal(rounded),
    before: { value: writeDecimal(more ? value : trimmed(value)), more },
  };
}
