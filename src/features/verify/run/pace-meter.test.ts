import { expect, test } from 'vitest';
import { PaceMeter } from './pace-meter.ts';

test('what is left is computed from the last seconds, and a pause does not count', () => {
  const meter = new PaceMeter();
  expect(meter.secondsFor(10, 0)).toBeUndefined();
  for (let second = 0; second <= 4; second += 1) meter.note(second * 1000, second * 10, 0);
  expect(meter.pace()?.itemsPerSecond).toBeCloseTo(10);
  expect(meter.secondsFor(100, 0)).toBeCloseTo(10);
  meter.pause(4000);
  meter.resume(64_000);
  meter.note(65_000, 50, 0);
  expect(meter.pace()?.itemsPerSecond).toBeCloseTo(10);
  meter.reset();
  expect(meter.pace()).toBeUndefined();
});

test('large files take longer than small ones', () => {
  const meter = new PaceMeter();
  for (let second = 0; second <= 4; second += 1) meter.note(second * 1000, second, second * (100 << 20));
  expect(meter.secondsFor(1, 200 << 20)).toBeGreaterThan(1.9);
  expect(meter.secondsFor(1, 1000)).toBeLessThan(0.1);
});
