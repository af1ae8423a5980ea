/**
 * What `systemctl` does with the unit of the deployment, without systemd: it starts the process of the unit with the user,
 * the folder, the environment files, the credential and the state folder that the unit names, and ends it by its signal in
 * its time. The unit's restrictions are not applied.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [verb = '', ...words] = process.argv.slice(2);
const units = words.filter((word) => !word.startsWith('--'));
const runs: Readonly<Record<string, (unit: string) => Promise<void> | void>> = {
  enable: (unit) => (words.includes('--now') ? start(unit) : undefined),
  start,
  stop,
  async restart(unit) {
    await stop(unit);
    start(unit);
  },
};
if (verb !== 'daemon-reload') {
  const run = runs[verb];
  if (!run || units.length === 0)
    throw new Error(`The walk knows no "systemctl ${verb} ${words.join(' ')}".`);
  // As systemd: those of one command at the same time.
  await Promise.all(units.map(async (unit) => run(unit)));
}

/** The values of a directive of `NAME@.service`, for the instance of the unit. */
function unitOf(unit: string): (directive: string) => string[] {
  const [name = '', instance = ''] = unit.replace(/\.service$/, '').split('@');
  const lines = readFileSync(`/etc/systemd/system/${name}@.service`, 'utf8')
    .replaceAll('%i', instance)
    .replaceAll('%d', `/run/credentials/${unit}`)
    .split('\n');
  return (directive) =>
    lines.filter((line) => line.startsWith(`${directive}=`)).map((line) => line.slice(directive.length + 1));
}

function start(unit: string): void {
  const valuesOf = unitOf(unit);
  const only = (directive: string): string => {
    const values = valuesOf(directive);
    if (values.length !== 1) throw new Error(`${unit} has ${values.length} values of ${directive}.`);
    return values[0] ?? '';
  };
  const [user, group] = [only('User'), only('Group')];
  const give = (path: string, mode: number): void => {
    execFileSync('chown', [`${user}:${group}`, path]);
    chmodSync(path, mode);
  };
  for (const credential of valuesOf('LoadCredential')) {
    const [name = '', source = ''] = credential.split(':');
    const path = join('/run/credentials', unit, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readFileSync(source));
    give(path, 0o400);
  }
  const state = join('/var/lib', only('StateDirectory'));
  mkdirSync(state, { recursive: true });
  give(state, Number.parseInt(only('StateDirectoryMode'), 8));
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', ...readEnvironment(valuesOf) };
  const log = openSync(`/var/log/${unit}.log`, 'a');
  const child = spawn(
    'setpriv',
    [
      ...['--reuid', user, '--regid', group, '--init-groups', '--inh-caps=-all', '--bounding-set=-all'],
      ...['--no-new-privs', 'sh', '-c', `umask ${only('UMask')}; exec ${only('ExecStart')}`],
    ],
    { cwd: only('WorkingDirectory'), env: environment, detached: true, stdio: ['ignore', log, log] },
  );
  writeFileSync(`/run/${unit}.pid`, String(child.pid));
  child.unref();
}

/** Files come after what the unit itself sets, and a `-` before a file says that it may be absent. */
function readEnvironment(valuesOf: (directive: string) => string[]): Record<string, string> {
  const assignments = valuesOf('Environment').flatMap((line) => line.split(' '));
  for (const value of valuesOf('EnvironmentFile')) {
    try {
      const lines = readFileSync(value.replace(/^-/, ''), 'utf8').split('\n');
      assignments.push(...lines.filter((line) => /^\w+=/.test(line)));
    } catch (error) {
      if (!value.startsWith('-')) throw error;
    }
  }
  return Object.fromEntries(
    assignments.map((line) => {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      return [name, value.replace(/^'(.*)'$/, '$1')];
    }),
  );
}

async function stop(unit: string): Promise<void> {
  const valuesOf = unitOf(unit);
  const [signal = 'SIGTERM'] = valuesOf('KillSignal');
  const seconds = Number(valuesOf('TimeoutStopSec')[0] ?? 90);
  const file = `/run/${unit}.pid`;
  const id = Number(readFileSync(file, 'utf8'));
  process.kill(id, signal);
  for (const end = performance.now() + seconds * 1000; isRunning(id);) {
    if (performance.now() > end) {
      process.kill(id, 'SIGKILL');
      throw new Error(`${unit} did not end in ${seconds} s.`);
    }
    await sleep(50);
  }
  rmSync(file);
}

function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
