/**
 * Runs everything that must hold and says it in one line, `N passed, N failed`.
 *
 * `tsx src/tools/run-tests.ts` — what needs nothing but `npm ci`: the house, unit and service tests on the
 * embedded database, the browser.
 * `tsx src/tools/run-tests.ts --more` — what the gate adds: the service's suite on PostgreSQL
 * (`TESTIGO_TEST_DATABASE_URL`), the `documented` tier and `stub` nesting in the browser.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
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
  };
  return {
    passed: report.numPassedTests,
    // A file that does not even load has no failed test of its own.
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function e2eCount(): Count {
  const { stats, errors } = readReport(e2eReport) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors?: unknown[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

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

const house: Stage[] = ['words', 'types', 'lint', 'format', 'floors', 'unused'].map((name) => ({
  name,
  command: ['npm', 'run', '--silent', name],
}));

const build: Stage = { name: 'build', command: ['npm', 'run', '--silent', 'build'] };
const sizes: Stage = { name: 'sizes', command: ['npm', 'run', '--silent', 'sizes'] };

const stages: Record<string, Stage[]> = {
  test: [
    ...house,
    build,
    sizes,
    { name: 'unit', command: vitest('pure', 'web', 'service'), count: vitestCount },
    { name: 'browser', command: playwright('main'), count: e2eCount },
  ],
  check: [...house, build, sizes],
  more: [
    build,
    { name: 'service on PostgreSQL', command: vitest('service'), count: vitestCount },
    { name: 'documented tier and stub nesting', command: playwright('documented', 'stub'), count: e2eCount },
  ],
};

function run({ command, environment }: Stage): Promise<number> {
  const [program = 'false', ...rest] = command;
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio: 'inherit', env: { ...process.env, ...environment } });
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function main(which: string): Promise<void> {
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  mkdirSync('reports', { recursive: true });
  for (const stage of stages[which] ?? []) {
    console.log(`\n── ${stage.name}`);
    rmSync(vitestReport, { force: true });
    rmSync(e2eReport, { force: true });
    const started = Date.now();
    const code = await run(stage);
    let count: Count = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    if (stage.count) {
      try {
        count = stage.count();
      } catch {
        count = { passed: 0, failed: 1, skipped: 0 };
      }
      // A runner that fails without a failed test (an unhandled rejection, say) has still failed.
      if (code !== 0 && count.failed === 0) count.failed = 1;
    }
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    lines.push(
      `${stage.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped, ${seconds} s`,
    );
  }
  writeFileSync(`reports/${which}-summary.json`, JSON.stringify(total));
  console.log(`\n${lines.join('\n')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

const which = process.argv[2]?.replace(/^--/, '') ?? 'test';
if (!(which in stages)) {
  console.error(`Expected one of ${Object.keys(stages).join(', ')}; got ${which}.`);
  process.exitCode = 64;
} else await main(which);
