import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, readBucket } from '#client/families/rates.ts';
import { weekSeconds } from '#contract/resources/rate-names.ts';
import { convert } from './convert.ts';
import { asFraction, isSame, multiply, readDecimal, round, writeDecimal, type Decimal } from './decimal.ts';
import { endOf, slotsOf } from './periods.ts';

const decimal: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
  scale: fc.integer({ min: 0, max: 12 }),
});
const rate = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((millionths) => writeDecimal({ digits: BigInt(millionths), scale: 6 }));
const amount = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((cents) => writeDecimal({ digits: BigInt(cents), scale: 2 }));

describe('exact decimals', () => {
  test('what is written is read as the same number', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const read = readDecimal(writeDecimal(value));
        expect(read && isSame(read, value)).toBe(true);
      }),
    );
  });

  test.each(['', '-1', '1.', '.5', '1,00', '12,3456', '1e3', 'NaN', '1 000', '1'.repeat(19)])(
    '"%s" is no amount',
    (typed) => expect(readDecimal(typed)).toBeUndefined(),
  );

  test('rounding is off by half of the last decimal at most, and the middle goes up', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        const rounded = round(asFraction(value), decimals);
        const unit = 10n ** BigInt(value.scale + decimals);
        const twice =
          2n * (rounded.digits * 10n ** BigInt(value.scale) - value.digits * 10n ** BigInt(decimals));
        const half = unit / 10n ** BigInt(decimals);
        expect(twice <= half && twice > -half).toBe(true);
      }),
    );
    expect(writeDecimal(round(asFraction({ digits: 2345n, scale: 3 }), 2))).toBe('2.35');
  });

  test('a product is exact where floating numbers are not', () => {
    expect(0.1 * 3).not.toBe(0.3);
    expect(writeDecimal(multiply({ digits: 1n, scale: 1 }, { digits: 3n, scale: 0 }))).toBe('0.3');
    expect(convert('0.1', '3', 'multiply', 'MXN')).toEqual({ amount: '0.30', before: undefined });
    expect(convert('1.005', '1', 'multiply', 'MXN')?.amount).toBe('1.01');
  });
});

describe('the converter', () => {
  test('says what was rounded, and only then', () => {
    fc.assert(
      fc.property(amount, rate, (typed, price) => {
        const made = convert(typed, price, 'multiply', 'MXN')!;
        const exact = multiply(readDecimal(typed)!, readDecimal(price)!);
        expect(isSame(readDecimal(made.amount)!, exact)).toBe(made.before === undefined);
        if (made.before) expect(isSame(readDecimal(made.before.value)!, exact)).toBe(!made.before.more);
      }),
    );
  });

  test('there and back again is the same amount, where the rate keeps its decimals', () => {
    fc.assert(
      fc.property(amount, rate, (typed, price) => {
        // A peso is below a USDC, so that six decimals of the one hold what two of the other say.
        fc.pre(Number(price) >= 1 && Number(price) < 1000);
        const there = convert(typed, price, 'divide', 'USDC')!;
        expect(convert(there.amount, price, 'multiply', 'MXN')?.amount).toBe(typed);
      }),
    );
  });

  test('a division that does not end says so', () => {
    expect(convert('1', '3', 'divide', 'MXN')).toEqual({
      amount: '0.33',
      before: { value: '0.333333333333', more: true },
    });
    expect(convert('10', '8', 'divide', 'USD')).toEqual({ amount: '1.25', before: undefined });
    expect(convert('1', '0', 'divide', 'USD')).toBeUndefined();
    expect(convert('one', '3', 'divide', 'USD')).toBeUndefined();
  });
});

describe('prices as they came', () => {
  test('a number becomes the decimal text that means it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
        expect(Number(decimalText(value))).toBe(value);
        expect(decimalText(value)).toMatch(/^\d+(\.\d*[1-9])?$/);
      }),
    );
    expect(decimalText(5e-7)).toBe('0.0000005');
    expect(decimalText(1e21)).toBe('1000000000000000000000');
    expect(decimalText('17.80')).toBe('17.8');
  });

  test.each([null, undefined, '', 'x', Number.NaN, Infinity, -1, 0, {}])('%s is no price', (value) => {
    expect(decimalText(value)).toBeUndefined();
  });

  test('a bucket without an id is none, and prices that are missing stay missing', () => {
    expect(readBucket({ open: 1 })).toBeUndefined();
    expect(readBucket(null)).toBeUndefined();
    expect(readBucket({ id: 604_800, open: 17.5, inverseOpen: 0.05, count: 3 })).toEqual({
      id: 604_800,
      direct: { open: '17.5' },
      inverse: { open: '0.05' },
      count: 3,
    });
  });
});

describe('periods', () => {
  const weeks = fc.uniqueArray(fc.integer({ min: 2800, max: 2950 }), { minLength: 1, maxLength: 40 });

  test('every week from the first to the last has its place, and those without a bucket are empty', () => {
    fc.assert(
      fc.property(weeks, (numbers) => {
        const items = numbers.map((number) => ({ id: number * weekSeconds }));
        const slots = slotsOf('weekly-bucket', items);
        expect(slots).toHaveLength(Math.max(...numbers) - Math.min(...numbers) + 1);
        expect(slots.filter(({ bucket }) => bucket).length).toBe(numbers.length);
        slots.slice(1).forEach(({ id }, at) => expect(id - slots[at]!.id).toBe(weekSeconds));
      }),
    );
  });

  test('weeks that are over without a bucket are gaps, the present one may still come', () => {
    const now = new Date('2026-11-20T15:42:00Z');
    const present = Math.floor(now.getTime() / 1000 / weekSeconds) * weekSeconds;
    const slots = slotsOf('weekly-bucket', [{ id: present - 3 * weekSeconds }], now);
    expect(slots.map(({ id, bucket }) => [(present - id) / weekSeconds, bucket !== undefined])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  test('months are those of the calendar where they begin with one', () => {
    expect(endOf('monthly-bucket', Date.UTC(2026, 1, 1) / 1000)).toBe(Date.UTC(2026, 2, 1) / 1000);
    expect(endOf('monthly-bucket', 30 * 86_400 * 600)).toBe(30 * 86_400 * 601);
    expect(endOf('monthly-bucket', 12_345)).toBeUndefined();
    expect(endOf('median', 604_800)).toBeUndefined();
  });
});
