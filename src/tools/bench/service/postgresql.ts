import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const installed = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL of Debian's packages; undefined where there is none. */
export function postgresqlPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => join(installed, String(version), 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

export interface PostgresqlServer {
  readonly url: string;
  /** Of the process that starts all others of the server. */
  processId(): number;
  /** Ends every connection and the server, and starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL server of one's own on loopback, in a new folder, never as root, as `.ci/run` starts one. */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const programs = postgresqlPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: the package postgresql has it.');
  const folder = await mkdtemp(join(tmpdir(), 'testigo-postgresql-'));
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const account = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  const run = (program: string, ...options: string[]): Promise<unknown> =>
    promisify(execFile)(join(programs, program), options, {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      ...account,
    });
  const data = join(folder, 'data');
  const port = await freePort();
  await run('initdb', '-D', data, '-U', 'testigo', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    // As the runbook recommends.
    `shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
    'random_page_cost=1.1',
  ].map((setting) => `-c ${setting}`);
  const start = ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings.join(' ')];
  await run('pg_ctl', ...start, 'start');
  return {
    url: `postgres://testigo@127.0.0.1:${port}/postgres`,
    processId: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10),
    async restart() {
      await run('pg_ctl', ...start, '-m', 'fast', 'restart');
    },
    async stop() {
      await run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // TCP, so it has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}
