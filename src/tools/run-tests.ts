/**
 * Runs the tests in stages, cheapest first, and stops at the first stage that fails. Prints the seconds of each stage and
 * `N passed, N failed` as the last line.
 *
 * `npm test`: checks of the sources, unit tests, service tests on the embedded database, the main browser tests.
 * `npm test -- --gate`: also the service tests on PostgreSQL (`TESTIGO_TEST_DATABASE_URL`) and all other browser
 * projects of the gate. A skipped test counts as failed.
 * `npm run check`: the checks of the sources alone.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { runBrowserTests } from './testing/stages/browser.ts';
import { runChecks } from './testing/stages/checks.ts';
import { noResults, type StageResult } from './testing/stages/stage-result.ts';
import { runUnitTests } from './testing/stages/unit.ts';

interface Stage {
  readonly name: string;
  readonly run: () => Promise<StageResult>;
}

const unitProjects = ['pure', 'logic', 'web'];
const mainBrowserProjects = ['main'];
const allBrowserProjects = [...mainBrowserProjects, 'organization', 'documented', 'stub'];

function stagesOf(mode: string | undefined): readonly Stage[] | undefined {
  const checks: Stage = { name: 'checks', run: runChecks };
  const isGate = mode === '--gate';
  if (mode === '--check') return [checks];
  if (mode !== undefined && !isGate) return undefined;
  const serviceProjects = ['service', ...(process.env.TESTIGO_TEST_DATABASE_URL ? ['postgresql'] : [])];
  return [
    checks,
    { name: 'unit', run: () => runUnitTests(unitProjects) },
    { name: `service (${serviceProjects.join(', ')})`, run: () => runUnitTests(serviceProjects) },
    {
      name: 'browser',
      run: () => runBrowserTests(isGate ? allBrowserProjects : mainBrowserProjects),
    },
  ];
}

/** @returns the exit code */
async function runStages(stages: readonly Stage[], isGate: boolean): Promise<number> {
  const started = performance.now();
  const lines: string[] = [];
  let total = noResults;
  for (const { name, run } of stages) {
    console.log(`\n── ${name}`);
    const stageStarted = performance.now();
    const result = await run();
    const failed = isGate ? [...result.failed, ...result.skipped] : result.failed;
    total = {
      passed: total.passed + result.passed,
      failed: [...total.failed, ...failed],
      skipped: [...total.skipped, ...result.skipped],
      unsteady: [...total.unsteady, ...result.unsteady],
    };
    lines.push(`${name}: ${result.passed} passed, ${failed.length} failed, ${secondsSince(stageStarted)} s`);
    if (failed.length > 0) break;
  }
  console.log(`\n${lines.join('\n')}`);
  const notRun = stages.slice(lines.length).map(({ name }) => name);
  if (notRun.length > 0) console.log(`not run after the failure: ${notRun.join(', ')}`);
  console.log(`in all ${secondsSince(started)} s`);
  for (const title of total.skipped) console.log(`skipped: ${title}`);
  for (const title of total.unsteady) console.log(`unsteady: ${title}`);
  for (const title of total.failed) console.log(`failed: ${title}`);
  console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
  return total.failed.length > 0 ? 1 : 0;
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(0);

const mode = process.argv[2];
const stages = stagesOf(mode);
if (stages) {
  rmSync('reports', { recursive: true, force: true });
  mkdirSync('reports');
  process.exitCode = await runStages(stages, mode === '--gate');
} else {
  console.error(`Expected --gate, --check or nothing, not ${mode}.`);
  process.exitCode = 64;
}
