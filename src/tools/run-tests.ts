/**
 * Runs everything that must hold and says it in one line, `N passed, N failed`.
 *
 * `tsx src/tools/run-tests.ts` — what needs nothing but `npm ci`: the house, unit and service tests on the
 * embedded database, the browser.
 * `tsx src/tools/run-tests.ts --more` — what the gate adds: the service's suite on PostgreSQL
 * (`TESTIGO_TEST_DATABASE_URL`), and in the browser the desk with every operation's answer, the `documented` tier and `stub` nesting.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by its title: said once more at the end. */
  failures: string[];
}

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** Reads the runner's own report; without one the stage itself counts as one test. */
  readonly count?: () => Count;
  readonly environment?: Readonly<Record<string, string>>;
}

const vitestReport = 'reports/vitest.json';
const e2eReport = 'reports/e2e.json';

function vitestCount(): Count {
  const report = readReport(vitestReport) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    numFailedTestSuites: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string }[];
    }[];
  };
  const titles = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const broken = assertionResults.filter((one) => one.status === 'failed');
    if (broken.length > 0) return broken.map(({ fullName }) => `${file} › ${fullName}`);
    return status === 'failed' ? [`${file}: ${message.split('\n')[0] ?? ''}`] : [];
  });
  return {
    failures: titles,
    passed: report.numPassedTests,
    // A file that does not even load has no failed test of its own.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function e2eCount(): Count {
  const { stats, suites, errors } = readReport(e2eReport) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: readonly Suite[];
    errors?: { message?: string }[];
  };
  return {
    failures: [
      ...suites.flatMap(failedSpecs),
      ...(errors ?? []).map(({ message = 'an error outside of a test' }) => message.split('\n')[0] ?? ''),
    ],
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly projectName: string }[];
  }[];
}

const failedSpecs = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => `[${tests[0]?.projectName ?? ''}] ${file} › ${title}`),
  ...suites.flatMap(failedSpecs),
];

function readReport(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const vitest = (...projects: string[]): string[] => [
  'npx',
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
];

const playwright = (...projects: string[]): string[] => [
  'npx',
  'playwright',
  'test',
  ...projects.flatMap((project) => ['--project', project]),
];

const script = (name: string): Stage => ({ name, command: ['npm', 'run', '--silent', name] });

/** Stages that go side by side, each lane in its order: none of them uses more than one processor. */
type SideBySide = readonly (readonly Stage[])[];

const house: SideBySide = [
  ['types', 'build', 'sizes', 'format'].map(script),
  ['lint', 'floors', 'unused'].map(script),
];

const stages: Record<string, readonly (Stage | SideBySide)[]> = {
  test: [
    script('words'),
    house,
    { name: 'unit', command: vitest('pure', 'logic', 'web', 'service'), count: vitestCount },
    { name: 'browser', command: playwright('main'), count: e2eCount },
  ],
  check: [script('words'), house],
  more: [
    script('build'),
    { name: 'service on PostgreSQL', command: vitest('service'), count: vitestCount },
    {
      name: 'the desk, every operation, documented tier and stub nesting',
      command: playwright('desk', 'documented', 'stub'),
      count: e2eCount,
    },
  ],
};

/** @param aside what it prints is kept until it ends, because others print at the same time */
function run({ name, command, environment }: Stage, aside: boolean): Promise<number> {
  const [program = 'false', ...rest] = command;
  const printed: Buffer[] = [];
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...environment },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => printed.push(part));
    const end = (code: number): void => {
      if (aside) console.log(`\n── ${name}\n${Buffer.concat(printed).toString().trimEnd()}`);
      resolve(code);
    };
    child.once('error', () => end(127));
    child.once('close', (code) => end(code ?? 1));
  });
}

interface Outcome {
  readonly count: Count;
  readonly line: string;
}

async function outcomeOf(stage: Stage, aside: boolean): Promise<Outcome> {
  if (!aside) console.log(`\n── ${stage.name}`);
  const started = Date.now();
  const code = await run(stage, aside);
  const whole = (failed: boolean): Count => ({
    passed: failed ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: 0,
    failures: failed ? [`${stage.name}, exit code ${code}`] : [],
  });
  let count = whole(code !== 0);
  if (stage.count) {
    try {
      count = stage.count();
    } catch {
      count = whole(true);
    }
    // A runner that fails without a failed test (an unhandled rejection, say) has still failed.
    if (code !== 0 && count.failed === 0) count = { ...count, failed: 1, failures: whole(true).failures };
  }
  const { passed, failed, skipped } = count;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  return {
    count,
    line: `${stage.name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`,
  };
}

async function inOrder(lane: readonly Stage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const stage of lane) outcomes.push(await outcomeOf(stage, true));
  return outcomes;
}

async function main(which: string): Promise<void> {
  const outcomes: Outcome[] = [];
  const started = Date.now();
  mkdirSync('reports', { recursive: true });
  for (const stage of stages[which] ?? []) {
    rmSync(vitestReport, { force: true });
    rmSync(e2eReport, { force: true });
    if ('name' in stage) outcomes.push(await outcomeOf(stage, false));
    else outcomes.push(...(await Promise.all(stage.map(inOrder))).flat());
  }
  const total: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { count } of outcomes) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.failures.push(...count.failures);
  }
  writeFileSync(`reports/${which}-summary.json`, JSON.stringify(total));
  console.log(`\n${outcomes.map(({ line }) => line).join('\n')}`);
  console.log(`in all ${((Date.now() - started) / 60_000).toFixed(1)} min`);
  for (const title of total.failures) console.log(`failed: ${title}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

const which = process.argv[2]?.replace(/^--/, '') ?? 'test';
if (!(which in stages)) {
  console.error(`Expected one of ${Object.keys(stages).join(', ')}; got ${which}.`);
  process.exitCode = 64;
} else await main(which);
