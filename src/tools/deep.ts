/**
 * What is longer than a test run: mutation testing of the proofs, fuzzing at full count, ten thousand witnesses in a
 * browser, fifty storms over a bulk, every screen before a stranger's service that answers at random, and the timings
 * that have limits. `npm run deep` runs all of it; `npm run deep -- NAME` one part. Figures go into `src/QUALITY.md`
 * with their date and commit.
 */
import { spawnSync } from 'node:child_process';

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Drawn for this run and printed, so that a failure can be repeated. */
const seed = String(Math.floor(Math.random() * 2 ** 31));

const parts: readonly Part[] = [
  {
    name: 'properties',
    command: ['npx', 'vitest', 'run'],
    environment: { TESTIGO_PROPERTY_SEED: seed },
  },
  {
    name: 'fuzz',
    command: ['npx', 'vitest', 'run', '--project', 'pure', 'src/proofs'],
    environment: { TESTIGO_FUZZ: '10000' },
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  // All but the matrix of faults, which is a part of its own.
  { name: 'browser', command: ['npx', 'playwright', 'test', '--project', 'deep', 'e2e/(?!faults)[^/]*$'] },
  { name: 'faults', command: ['npx', 'playwright', 'test', '--project', 'deep', 'e2e/faults.deep'] },
  { name: 'chaos', command: ['npm', 'run', '--silent', 'chaos', '--', '--seeds', '50'] },
  { name: 'prism', command: ['npx', 'tsx', 'src/tools/prism.ts'] },
  { name: 'mutation', command: ['npx', 'tsx', 'src/tools/stryker-pieces.ts'] },
  { name: 'bench start', command: ['npm', 'run', '--silent', 'bench', '--', 'start'] },
  { name: 'bench hash', command: ['npm', 'run', '--silent', 'bench', '--', 'hash'] },
  { name: 'bench proofs', command: ['npm', 'run', '--silent', 'bench', '--', 'proofs'] },
  { name: 'bench service', command: ['npm', 'run', '--silent', 'bench', '--', 'service'] },
];

const wanted = process.argv.slice(2).join(' ');
const lines: string[] = [];
for (const { name, command, environment } of parts) {
  if (wanted && name !== wanted) continue;
  console.log(`\n── ${name}${name === 'properties' ? `, TESTIGO_PROPERTY_SEED=${seed}` : ''}`);
  const [program = 'false', ...rest] = command;
  const started = Date.now();
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...environment } });
  lines.push(
    `${status === 0 ? 'passed' : 'FAILED'}  ${name}, ${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}`);
