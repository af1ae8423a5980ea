import { cpSync, readFileSync } from 'node:fs';
import { runCommand, type StageResult } from './stage-result.ts';

/** The part of Playwright's JSON report that is used here. */
interface PlaywrightReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
}

/** More failures than this are a defect and not a busy machine: nothing is run again. */
const mostRetried = 8;

/** Where the traces of a first attempt stay when its second attempt passes. */
const firstAttempts = 'reports/first-attempts';

/**
 * Runs projects of `playwright.config.ts`. Tests that fail are run again once, one at a time, after all others; the
 * ones that pass then are reported as unsteady.
 */
export async function runBrowserTests(projects: readonly string[]): Promise<StageResult> {
  const first = await runPlaywright(projects, 'reports/playwright.json', []);
  if (first.failed.length === 0 || first.failed.length > mostRetried || first.isBroken) return first;
  cpSync('test-results', firstAttempts, { recursive: true });
  console.log(`\n── browser: ${first.failed.length} failed, run again one at a time`);
  const second = await runPlaywright(projects, 'reports/playwright-again.json', [
    '--last-failed',
    '--workers=1',
  ]);
  const unsteady = first.failed.filter((title) => !second.failed.includes(title));
  if (unsteady.length > 0) console.log(`The traces of the first attempts are in ${firstAttempts}.`);
  return {
    passed: first.passed + second.passed,
    failed: second.failed,
    skipped: first.skipped,
    unsteady,
  };
}

async function runPlaywright(
  projects: readonly string[],
  reportFile: string,
  options: readonly string[],
): Promise<StageResult & { readonly isBroken: boolean }> {
  const exitCode = await runCommand(
    ['npx', 'playwright', 'test', ...projects.flatMap((project) => ['--project', project]), ...options],
    { TESTIGO_E2E_REPORT: reportFile },
  );
  const { suites, errors } = JSON.parse(readFileSync(reportFile, 'utf8')) as PlaywrightReport;
  const titlesOf = (status: string): string[] => suites.flatMap((suite) => titlesIn(suite, status));
  const outside = errors.map(({ message = 'an error outside of a test' }) => message.split('\n')[0] ?? '');
  const failed = [...titlesOf('unexpected'), ...titlesOf('flaky'), ...outside];
  if (exitCode !== 0 && failed.length === 0) failed.push(`playwright ended with ${exitCode}`);
  return {
    passed: titlesOf('expected').length,
    failed,
    skipped: titlesOf('skipped'),
    unsteady: [],
    isBroken: outside.length > 0,
  };
}

function titlesIn({ file, specs, suites = [] }: Suite, status: string): string[] {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
    ),
    ...suites.flatMap((suite) => titlesIn(suite, status)),
  ];
}
