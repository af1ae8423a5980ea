/**
 * `npm run deep -- repeat`: runs the browser tests of the areas that changed ten times, without a second attempt. What
 * passes nine times of ten is found here and not in the gate.
 *
 * `TESTIGO_SINCE` names the commit to compare with; without it the commit before the last twenty.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { browserTestsOf } from './changed-browser-tests.ts';

const since = process.env.TESTIGO_SINCE ?? 'HEAD~20';
const changed = execFileSync('git', ['diff', '--name-only', since], { encoding: 'utf8' }).split('\n');
const tests = browserTestsOf(changed.filter(Boolean));
if (tests.length === 0) console.log(`No browser test is concerned by what changed since ${since}.`);
else {
  console.log(`Ten times: ${tests.join(' ')}`);
  const projects = ['main', 'organization', 'documented', 'stub'].flatMap((name) => ['--project', name]);
  const { status } = spawnSync('npx', ['playwright', 'test', ...projects, '--repeat-each=10', ...tests], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
