import { spawn } from 'node:child_process';
import { runCommand, type StageResult } from './stage-result.ts';

/** Scripts of `package.json` that check the sources, longest first, so that two processors end together. */
const checks: readonly (readonly string[])[] = [
  ['lint'],
  ['types'],
  ['build', 'sizes'],
  ['format'],
  ['layers'],
  ['unused'],
  ['retired-words'],
];

/** Compiles the messages, then runs every check, two at a time. A check counts as one test. */
export async function runChecks(): Promise<StageResult> {
  if ((await runCommand(['npm', 'run', '--silent', 'messages'])) !== 0)
    return { passed: 0, failed: ['messages'], skipped: [], unsteady: [] };
  const waiting = [...checks];
  const failed: string[] = [];
  let passed = 1;
  const work = async (): Promise<void> => {
    for (let scripts = waiting.shift(); scripts; scripts = waiting.shift())
      for (const script of scripts) {
        if (await runScript(script)) passed += 1;
        else failed.push(script);
      }
  };
  await Promise.all([work(), work()]);
  return { passed, failed, skipped: [], unsteady: [] };
}

/** Runs one script; its output is printed in one piece when it ends, because another one runs beside it. */
function runScript(name: string): Promise<boolean> {
  const started = performance.now();
  const output: Buffer[] = [];
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(`\n── ${name}, ${seconds} s\n${Buffer.concat(output).toString().trimEnd()}`);
      resolve(code === 0);
    });
    child.once('error', () => resolve(false));
  });
}
