import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runCommand, type StageResult } from './stage-result.ts';

/** The part of Vitest's JSON report that is used here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs projects of `vite.config.ts` with Vitest. */
export async function runUnitTests(projects: readonly string[]): Promise<StageResult> {
  const reportFile = `reports/vitest-${projects.join('-')}.json`;
  const exitCode = await runCommand([
    'npx',
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]);
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  const titlesOf = (...statuses: string[]): string[] =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => statuses.includes(status))
        .map(({ fullName }) => `${relative('.', name)} › ${fullName}`),
    );
  // A file that cannot be loaded has no failed test of its own.
  const unloadable = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${relative('.', name)}: ${message.split('\n')[0] ?? ''}`);
  const failed = [...titlesOf('failed'), ...unloadable];
  // An unhandled rejection fails the run and no test.
  if (exitCode !== 0 && failed.length === 0) failed.push(`vitest ended with ${exitCode}`);
  return {
    passed: titlesOf('passed').length,
    failed,
    skipped: titlesOf('pending', 'skipped', 'todo', 'disabled'),
    unsteady: [],
  };
}
