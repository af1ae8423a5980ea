// `npm start`: builds what is missing or stale, then runs the service in this process, so that signals reach it.
// `npm run service -- COMMAND …`: the same for one command of the service, which needs no dashboard.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { staleBuilds } from './build/build.mjs';

const isCommand = process.argv.length > 2;
const stale = (await staleBuilds()).filter(({ name }) => name === 'service' || !isCommand);
if (stale.length > 0) {
  console.error(`Building ${stale.map(({ name }) => name).join(' and ')} first …`);
  // A process of its own: what building needs in memory is given back before the service starts.
  await Promise.all(stale.map(({ name }) => runBuild(name)));
}
await import(new URL('../../dist/service/main.js', import.meta.url).href);

/** @param {string} name */
function runBuild(name) {
  const script = fileURLToPath(new URL('build/build.mjs', import.meta.url));
  const build = spawn(process.execPath, [script, name], { stdio: ['ignore', 'inherit', 'inherit'] });
  const forward = (signal) => build.kill(signal);
  process.once('SIGTERM', forward).once('SIGINT', forward);
  return new Promise((resolve) => {
    build.once('close', (code, signal) => {
      process.off('SIGTERM', forward).off('SIGINT', forward);
      if (code === 0) return resolve();
      console.error(`The build of ${name} failed (${signal ?? code}).`);
      process.exit(1);
    });
  });
}
