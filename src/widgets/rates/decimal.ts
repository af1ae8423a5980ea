/** An exact decimal: `digits` divided by ten to the power of `scale`. Never below zero. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** `1,234.50` or `1234.5`; undefined for anything else, and beyond 18 digits before or 18 behind the point. */
export function readDecimal(typed: string): Decimal | undefined {
  const match = /^(\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(?:\.(\d{1,18}))?$/.exec(typed.trim());
  if (!match?.[1]) return undefined;
  const fraction = match[2] ?? '';
  return { digits: BigInt(match[1].replaceAll(',', '') + fraction), scale: fraction.length };
}

export function writeDecimal({ digits, scale }: Decimal): string {
  const text = String(digits).padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Whether two decimals are the same number. */
export function isSame(one: Decimal, other: Decimal): boolean {
  return one.digits * 10n ** BigInt(other.scale) === other.digits * 10n ** BigInt(one.scale);
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** A number that may have no end as a decimal: one whole number divided by another. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function divide(one: Decimal, other: Decimal): Fraction {
  return {
    over: one.digits * 10n ** BigInt(other.scale),
    under: other.digits * 10n ** BigInt(one.scale),
  };
}

export const asFraction = ({ digits, scale }: Decimal): Fraction => ({
  over: digits,
  under: 10n ** BigInt(scale),
});

/** To so many decimals; what lies in the middle goes up. */
export function round({ over, under }: Fraction, decimals: number): Decimal {
  const digits = (2n * over * 10n ** BigInt(decimals) + under) / (2n * under);
  return { digits, scale: decimals };
}

/** The first so many decimals, and whether more follow. */
export function cut({ over, under }: Fraction, decimals: number): { value: Decimal; more: boolean } {
  const scaled = over * 10n ** BigInt(decimals);
  return { value: { digits: scaled / under, scale: decimals }, more: scaled % under !== 0n };
}

/** Without zeros at the end of the decimals. */
export function trimmed(decimal: Decimal): Decimal {
  let { digits, scale } = decimal;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}
