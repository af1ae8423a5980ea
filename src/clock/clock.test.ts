import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { currentMillis, currentTime, setClock } from './clock.ts';
import { passTestTime, testTimeOffset } from './testing/move-date.mjs';

describe('the clock', () => {
  it('shows the time of the machine until a test sets it', () => {
    const before = Date.now();
    expect(currentMillis()).toBeGreaterThanOrEqual(before);
    expect(currentTime().getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('shows the instant that a test sets, or what its function answers', () => {
    setClock(new Date('2027-01-01T05:59:59.999Z'));
    expect(currentTime().toISOString()).toBe('2027-01-01T05:59:59.999Z');
    let millis = 5;
    setClock(() => (millis += 1));
    expect([currentMillis(), currentTime().getTime()]).toEqual([6, 7]);
  });

  it('shows the time of the machine again in the next test', () => {
    expect(currentTime().getUTCFullYear()).toBe(new Date().getUTCFullYear());
    expect(Math.abs(currentMillis() - Date.now())).toBeLessThan(1000);
  });

  it('follows fake timers', () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T06:05:00Z') });
    try {
      vi.advanceTimersByTime(60_000);
      expect(currentTime().toISOString()).toBe('2026-11-23T06:06:00.000Z');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the clock of a moved test run', () => {
  const time = '2026-12-31T23:59:00-06:00';

  it('begins at the given time when the run begins, and goes on', () => {
    const from = Date.parse('2026-11-20T12:00:00Z');
    const offset = testTimeOffset({ TESTIGO_TEST_TIME: time, TESTIGO_TEST_TIME_FROM: String(from) });
    expect(new Date(from + offset).toISOString()).toBe('2027-01-01T05:59:00.000Z');
    expect(testTimeOffset({})).toBe(0);
  });

  it.each(['tomorrow', '2026-12-31T23:59:00'])('does not begin at %s', (wrong) => {
    expect(() => passTestTime({ TESTIGO_TEST_TIME: wrong })).toThrow(/2026-11-23T09:00:00-06:00/);
  });

  it('moves Date of every process that it starts, and leaves dates that are given as they are', async () => {
    const environment = {
      ...process.env,
      NODE_OPTIONS: '',
      TESTIGO_TEST_TIME: time,
      // The real time, also where the clock of this run is moved itself.
      TESTIGO_TEST_TIME_FROM: String(Date.now() - testTimeOffset(process.env)),
    };
    passTestTime(environment);
    passTestTime(environment);
    const program = `
      const at = new Date();
      class Later extends Date {}
      console.log(JSON.stringify([
        at, Date.now() - at < 1000, new Later() - at < 1000, Date.parse(Date()) - at < 1000, new Date(0),
        structuredClone(at) instanceof Date, at.constructor === Date, new Later() instanceof Later,
      ]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env: environment });
    const [at, ...rest] = JSON.parse(stdout) as [string, ...unknown[]];
    expect(Date.parse(at) - Date.parse(time)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(at) - Date.parse(time)).toBeLessThan(60_000);
    expect(rest).toEqual([true, true, true, '1970-01-01T00:00:00.000Z', true, true, true]);
  });

  it('moves nothing without a time', () => {
    const environment = { NODE_OPTIONS: '--no-warnings' };
    passTestTime(environment);
    expect(environment).toEqual({ NODE_OPTIONS: '--no-warnings' });
  });
});
