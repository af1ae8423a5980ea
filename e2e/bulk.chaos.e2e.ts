import { runChaos } from './chaos/chaos-run.ts';
import { expect, test } from './service.ts';

test.use({ fetchesAllParts: true });

const first = Number(process.env.TESTIGO_CHAOS_SEED ?? 1);
const seeds = Number(process.env.TESTIGO_CHAOS_SEEDS ?? 3);

test.describe.configure({ mode: 'parallel' });

for (let seed = first; seed < first + seeds; seed += 1)
  test(`seed ${seed}: 60 requests and 120 invites after 30 interruptions, none twice and none missing`, async ({
    browser,
  }) => {
    test.setTimeout(900_000);
    const { differing, interrupted, faults, kinds } = await runChaos(browser, seed, {
      requests: 60,
      interruptions: 30,
    });
    console.log(`seed ${seed}: ${faults} faults of ${kinds} kinds, ${JSON.stringify(interrupted)}`);
    expect(differing).toEqual([]);
    expect(Object.values(interrupted).reduce((sum, times) => sum + times, 0)).toBe(30);
  });
