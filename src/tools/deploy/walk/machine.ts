import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { postgresqlPrograms } from '../../bench/service/postgresql.ts';

/** Variables of the caller that could stand in for what the texts set. */
const foreign = /^(?:TESTIGO_|PG|AWS_|npm_lifecycle|npm_package|DATABASE_URL|NODE_ENV|HOST$|PORT$)/;

/**
 * Folders of a machine of its own: `/opt`, `/etc`, `/var` and `/run` are this machine's with what was written there since,
 * which stays in the folder of the walk. Network and processes are those of the walk.
 */
export interface Machine {
  readonly name: string;
  /** Its `/opt`, as the walk reaches it. */
  readonly opt: string;
  /**
   * Runs a script with bash as root until a command fails.
   *
   * @returns what it printed on standard output
   * @throws Error with all it printed, where it ends with another code than 0
   */
  run(script: string, options?: RunOptions): Promise<string>;
  /** Starts a script that goes on; what this returns ends it as a terminal does, by SIGINT, and waits. */
  start(script: string, options?: RunOptions): { readonly printed: () => string; stop(): Promise<number> };
}

interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** @param folder of the walk, which has `bin` with the stubs */
export async function openMachine(name: string, folder: string): Promise<Machine> {
  const own = join(folder, name);
  const opt = join(own, 'opt');
  await mkdir(opt, { recursive: true });
  const layers = ['etc', 'var', 'run'].map(
    (each) => `mkdir ${own}/mem/${each} ${own}/mem/${each}.work
mount -t overlay overlay -o lowerdir=/${each},upperdir=${own}/mem/${each},workdir=${own}/mem/${each}.work /${each}`,
  );
  const mounts = `set -e
mkdir ${own}/mem && mount -t tmpfs tmpfs ${own}/mem
${layers.join('\n')}
mount --bind ${folder}/hosts /etc/hosts
mount --bind ${folder}/resolv.conf /etc/resolv.conf
mount --bind ${opt} /opt
echo mounted
exec sleep infinity`;
  const holder = spawn('unshare', ['--mount', 'bash', '-c', mounts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit').then(() => {
    throw new Error(`The folders of ${name} cannot be mounted here.`);
  });
  await Promise.race([once(holder.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !foreign.test(key)));
  const PATH = [join(folder, 'bin'), postgresqlPrograms() ?? '', '/usr/sbin', '/sbin', process.env.PATH].join(
    ':',
  );
  const spawnIn = (script: string, { cwd = '/root', environment: more }: RunOptions = {}) => {
    // In a session of its own there is no terminal, so that passwords are read from standard input.
    const child = spawn(
      'nsenter',
      [`--mount=/proc/${holder.pid}/ns/mnt`, `--wdns=${cwd}`, 'bash', '-euo', 'pipefail', '-c', script],
      { detached: true, stdio: ['pipe', 'pipe', 'pipe'], env: { ...environment, PATH, ...more } },
    );
    // A script that reads no input may end before this one is written.
    child.stdin.on('error', () => undefined);
    return child;
  };
  return {
    name,
    opt,
    async run(script, options) {
      const child = spawnIn(script, options);
      child.stdin.end(options?.input ?? '');
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ]);
      if (code !== 0) throw new Error(`${name}: "${script}" ended with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
    start(script, options) {
      const child = spawnIn(script, options);
      child.stdin.end();
      const printed: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
      const exit = once(child, 'close') as Promise<[number | null]>;
      return {
        printed: () => printed.join(''),
        async stop() {
          process.kill(-(child.pid ?? 0), 'SIGINT');
          const [code] = await exit;
          return code ?? -1;
        },
      };
    },
  };
}

/**
 * Programs that stand before those of the machine: `systemctl`, since there is no systemd; `sudo`, which may be absent; and
 * `npm`, of which only `npm ci` reaches the network outside.
 *
 * @param folder of the walk, which has `network`, a file of the network outside
 */
export async function writeStubs(folder: string, root: string): Promise<void> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const npm = '/usr/bin/npm';
  const tsx = join(root, 'node_modules/.bin/tsx');
  const stubs = {
    systemctl: `exec ${tsx} ${join(import.meta.dirname, 'systemctl.ts')} "$@"`,
    sudo: `[ "$1" = -u ] || exec "$@"
user=$2; shift 2
exec setpriv --reuid "$user" --regid "$(id -g "$user")" --init-groups env HOME=/ "$@"`,
    npm: `[ "$1" = ci ] || exec ${npm} "$@"
exec nsenter --net=${join(folder, 'network')} ${npm} "$@" --prefer-offline --no-audit`,
  };
  for (const [name, script] of Object.entries(stubs)) {
    await writeFile(join(bin, name), `#!/bin/bash\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
}
