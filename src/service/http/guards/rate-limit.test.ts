import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

describe('rate limit', () => {
  it('AU-6 lets exactly the rate through in a minute and says when to come back', () => {
    let now = 1_000_000;
    const limit = createRateLimit(3, () => now).check;
    expect([limit('a'), limit('a'), limit('a')]).toEqual([undefined, undefined, undefined]);
    now += 10_000;
    expect(limit('a')).toBe(50);
    expect(limit('b')).toBeUndefined();
    now += 50_000;
    expect(limit('a')).toBeUndefined();
  });

  it('AU-6 is off at 0', () => {
    const limit = createRateLimit(0, () => 0).check;
    expect(Array.from({ length: 10_000 }, () => limit('a')).every((wait) => wait === undefined)).toBe(true);
  });

  it('AU-6 no 59 seconds ever hold more than the rate, and waiting as reported is enough', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (most, gaps) => {
        let now = 5_000;
        const limit = createRateLimit(most, () => now).check;
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          const wait = limit('key');
          if (wait === undefined) passed.push(now);
          else {
            expect(wait).toBeGreaterThanOrEqual(1);
            expect(wait).toBeLessThanOrEqual(60);
            now += wait * 1000;
            expect(limit('key')).toBeUndefined();
            passed.push(now);
          }
          const recent = passed.filter((at) => now - at < 59_000);
          expect(recent.length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 200 },
    );
  });
});
