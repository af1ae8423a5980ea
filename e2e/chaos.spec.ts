import { runChaos } from './chaos/chaos-run.ts';
import { expect, test } from './service.ts';

test.use({ fetchesAllParts: true });

/** One run, the same every time: `npm run chaos` has more of them, of 60 requests and 30 interruptions. */
const seed = Number(process.env.TESTIGO_CHAOS_SEED ?? 7);

test(`a bulk of 30 requests to 2 people each, under faults of every kind and 6 interruptions, ends with exactly 30 requests and 60 invites (seed ${seed})`, async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { differing, interrupted, faults } = await runChaos(browser, seed, {
    requests: 30,
    interruptions: 6,
  });
  expect(differing).toEqual([]);
  expect(Object.values(interrupted).reduce((sum, times) => sum + times, 0)).toBe(6);
  expect(faults).toBeGreaterThan(25);
});
