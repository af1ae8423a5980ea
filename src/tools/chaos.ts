/**
 * `npm run chaos -- --seeds 50 [--first 1]`: as many chaos runs over a bulk of sixty requests, in a real browser against
 * the real service. Each is drawn from its seed alone, which is printed and repeats it.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '50' }, first: { type: 'string', default: '1' } },
});
const { status } = spawnSync('npx', ['playwright', 'test', '--project', 'chaos'], {
  stdio: 'inherit',
  env: { ...process.env, TESTIGO_CHAOS_SEEDS: values.seeds, TESTIGO_CHAOS_SEED: values.first },
});
process.exitCode = status ?? 1;
