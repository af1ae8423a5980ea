// Moves the clock of a whole test run. `TESTIGO_TEST_TIME` (RFC 3339) is the time at which the run begins; from then
// on time passes as it does on the machine. `TESTIGO_TEST_TIME_FROM` is the real start of the run in milliseconds, so
// that all processes of one run agree.
//
// It is `Date` that moves and not only the product's clock (src/clock/clock.ts), because libraries read `Date`
// themselves (TanStack Query, the embedded database, the log) and the product compares their times with its own.

/**
 * How far the clock of this run is ahead of the machine's, in milliseconds: 0 unless the environment moves it.
 *
 * @param {Record<string, string | undefined>} environment
 * @returns {number}
 */
export function testTimeOffset({ TESTIGO_TEST_TIME: time, TESTIGO_TEST_TIME_FROM: from }) {
  if (!time || !from) return 0;
  return instantOf(time) - Number(from);
}

/**
 * Lets every Node process that starts from here on begin with a moved clock. Called by the configuration of the
 * test runners, before they start their workers; services and commands inherit it from those.
 *
 * @param {Record<string, string | undefined>} environment it is changed
 */
export function passTestTime(environment) {
  const { TESTIGO_TEST_TIME: time, NODE_OPTIONS: options = '' } = environment;
  if (!time) return;
  instantOf(time);
  environment.TESTIGO_TEST_TIME_FROM ??= String(Date.now());
  const preload = `--import=${new URL('preload.mjs', import.meta.url).href}`;
  if (!options.includes(preload)) environment.NODE_OPTIONS = `${options} ${preload}`.trim();
}

/** @param {string} time */
function instantOf(time) {
  const instant = Date.parse(time);
  // Without an offset the instant would depend on the zone of the process.
  if (Number.isNaN(instant) || !/(?:Z|[+-]\d\d:\d\d)$/.test(time))
    throw new Error(`TESTIGO_TEST_TIME must be like 2026-11-23T09:00:00-06:00; it is ${time}.`);
  return instant;
}

/**
 * Moves `Date` of this realm, once. Browser tests send the text of this function into pages, so it uses nothing from
 * outside. The prototype stays the one of the real class: dates made elsewhere are still instances of `Date`.
 *
 * @param {number} offset in milliseconds
 */
export function moveDate(offset) {
  const mark = Symbol.for('testigo.moved-date');
  if (offset === 0 || globalThis[mark]) return;
  globalThis[mark] = true;
  const RealDate = Date;
  const realNow = RealDate.now;
  const now = () => realNow.call(RealDate) + offset;
  RealDate.now = now;
  const MovedDate = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(
        target,
        values.length === 0 ? [now()] : values,
        newTarget === MovedDate ? target : newTarget,
      ),
  });
  RealDate.prototype.constructor = MovedDate;
  globalThis.Date = MovedDate;
}
