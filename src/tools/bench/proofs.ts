/**
 * `npx tsx src/tools/bench/proofs.ts [--browser] [--rounds 5] [--proofs 100000] [--depth 17]` measures batch
 * verification against the common ways to verify inclusion proofs, in Node or in Chromium, and exits with 1 when
 * a limit is exceeded. Times depend on the machine; the limits are on the ratios.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type BrowserRun, runInChromium } from './browser.ts';
import { measureProofs, type Options, type Section, type Spread } from './proofs/measure.ts';

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    proofs: { type: 'string', default: '100000' },
    depth: { type: 'string', default: '17' },
  },
});

const options: Options = {
  rounds: Number(values.rounds),
  proofs: Number(values.proofs),
  depth: Number(values.depth),
};

const limits = { met: true };
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${options.rounds} rounds, one thread`);
if (values.browser) {
  const run: BrowserRun = {
    entry: new URL('./proofs/browser.ts', import.meta.url),
    input: options,
    // The page sends what `measureProofs` says.
    onMessage: (section) => print(section as Section),
  };
  console.log(await runInChromium(run));
} else {
  console.log(`Node ${process.version}`);
  await measureProofs(options, print);
}
console.log(limits.met ? '\nEvery limit is met.' : '\nA limit is exceeded.');
process.exitCode = limits.met ? 0 : 1;

function print({ title, against, rows, limit }: Section): void {
  console.log(`\n${title}`);
  console.log(
    `  ${''.padEnd(28)}${'ms min / median / max'.padStart(24)}    of ${against}, min / median / max`,
  );
  for (const { name, time, ratio, share } of rows) {
    const note = share === undefined ? '' : `  (from ${share * 100} % of the proofs)`;
    console.log(`  ${name.padEnd(28)}${spread(time, 0).padStart(24)}    ${spread(ratio, 3)}${note}`);
  }
  const [first] = rows;
  const median = first?.ratio.median ?? Number.NaN;
  const within = median <= limit;
  // The limits are set for this size; smaller batches share less and warm up on the clock.
  const counts = options.proofs >= 100_000 && options.depth === 17;
  if (counts && !within) limits.met = false;
  console.log(
    `  limit ${limit.toFixed(3)}${counts ? '' : ' at full size'}: ${within ? 'met' : 'exceeded'} (${median.toFixed(3)})`,
  );
}

function spread({ min, median, max }: Spread, places: number): string {
  return [min, median, max].map((value) => value.toFixed(places)).join(' / ');
}
