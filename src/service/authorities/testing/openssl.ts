import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether the second opinion is at hand; a test that needs it says so aloud when it is not. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

if (!hasOpenssl) process.stderr.write('openssl is not on this machine: its second opinion is skipped\n');

export interface Opinion {
  readonly code: number;
  readonly text: string;
}

/** Runs openssl over named files in a folder of its own; `text` is everything it said. */
export function openssl(
  files: Readonly<Record<string, Uint8Array | string>>,
  ...args: readonly string[]
): Opinion {
  const folder = mkdtempSync(join(tmpdir(), 'testigo-openssl-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const run = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    return { code: run.status ?? -1, text: `${run.stdout}${run.stderr}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
