import { execFile, execFileSync } from 'node:child_process';

/** Runs lines as the reader would, in one shell; what they print, errors too. */
export async function runBash(
  lines: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly output: string; readonly code: number }> {
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['-c', lines.join('\n')],
      { env: environment, timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve({ output: stdout + stderr, code: error === null ? 0 : Number(error.code ?? 1) });
      },
    );
    child.stdin?.end();
  });
}

/** Whether a command works here, for tests that say aloud what they could not run. */
export function works(command: string): boolean {
  try {
    execFileSync('bash', ['-c', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
