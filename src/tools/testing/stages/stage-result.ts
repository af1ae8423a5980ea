import { spawn } from 'node:child_process';

/** What came of a stage. The lists hold titles. */
export interface StageResult {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** Browser tests that failed once and passed when they were run again alone. */
  readonly unsteady: readonly string[];
}

export const noResults: StageResult = { passed: 0, failed: [], skipped: [], unsteady: [] };

/**
 * Runs a command with its output on ours.
 *
 * @returns the exit code; 127 when it could not be started
 */
export function runCommand(
  [program = 'false', ...rest]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, { stdio: 'inherit', env: { ...process.env, ...environment } });
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
}
