/**
 * Lists of witnesses, 25 rows a page, read by many clients at once from the service of the finished build.
 *
 *     npm run bench -- lists [--seconds 10] [--clients 20] [--embedded | --postgresql]
 *
 * Prints, on both databases, answers per second and the processor time of one answer (service and database, every
 * thread): of lists that differ each time, of one list again and again, and of one list that the client has already
 * (`If-None-Match`). Beside them a bare `node:http` server that sends the same bytes to the same clients.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startDeployment } from './service/deployment.ts';
import { postgresqlPrograms, startPostgresql } from './service/postgresql.ts';
import { openWorld } from './service/world.ts';

const pageSize = 25;
const path = `/rest/v1/witnesses?pagination=${encodeURIComponent(JSON.stringify({ page: 1, size: pageSize }))}`;
/** Length of a tick of `/proc`, ms. */
const tickMs = 10;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '20' },
    embedded: { type: 'boolean', default: false },
    postgresql: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
if (!(seconds > 0 && clients > 0)) throw new Error('expected whole numbers above 0');

interface ListAnswer {
  readonly status: number | undefined;
  readonly etag: string | undefined;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: clients });

function read(url: string, headers: Readonly<Record<string, string>>): Promise<ListAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          etag: response.headers.etag,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    }).on('error', reject);
  });
}

/** Processor time of a process and all that it started, ms; undefined where there is no `/proc`. */
function processorTimes(root: number): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(Number(name));
    if (fields === undefined) continue;
    parents.set(Number(name), Number(fields[1]));
    times.set(Number(name), (Number(fields[11]) + Number(fields[12])) * tickMs);
  }
  const descends = (pid: number): boolean => pid !== 0 && (pid === root || descends(parents.get(pid) ?? 0));
  return new Map([...times].filter(([pid]) => descends(pid)));
}

/** What follows the name of the program in `/proc/PID/stat`; undefined where the process is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

interface Load {
  readonly name: string;
  readonly origin: string;
  readonly keys: readonly string[];
  readonly pathOf: (n: number) => string;
  readonly etag?: string | undefined;
  readonly status: number;
  /** Processes whose time counts. */
  readonly pids: () => ReadonlyMap<number, number>;
}

async function measure({ name, origin, keys, pathOf, etag, status, pids }: Load): Promise<void> {
  let count = 0;
  const run = async (until: number): Promise<void> => {
    count = 0;
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const headers = {
          authorization: `Bearer ${keys[client % keys.length] ?? ''}`,
          ...(etag !== undefined && { 'if-none-match': etag }),
        };
        while (performance.now() < until) {
          const answer = await read(origin + pathOf((serial += 1)), headers);
          if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.body}`);
          count += 1;
        }
      }),
    );
  };
  await run(performance.now() + 2000);
  const before = pids();
  const started = performance.now();
  await run(started + seconds * 1000);
  const elapsedMs = performance.now() - started;
  let used = 0;
  for (const [pid, time] of pids()) used += time - (before.get(pid) ?? 0);
  const perSecond = ((count * 1000) / elapsedMs).toFixed(0);
  console.log(
    `${name.padEnd(34)} ${perSecond.padStart(6)} answers/s ${(used / count).toFixed(2).padStart(6)} ms of processor time each`,
  );
}

/** Makes the selections of one run differ. */
let serial = 0;

async function measureDatabase(name: string, server: string | undefined): Promise<void> {
  const deployment = await startDeployment({ server, instances: 1, rate: 0 });
  try {
    const { keys } = await openWorld(deployment.origin, clients);
    const first = await read(deployment.origin + path, { authorization: `Bearer ${keys[0] ?? ''}` });
    const { results } = JSON.parse(first.body) as { results: unknown[] }; // the witnesses of a page
    console.log(`${name}: ${results.length} witnesses, ${(first.body.length / 1000).toFixed(0)} kB`);
    const pids = (): ReadonlyMap<number, number> => {
      const times = new Map(processorTimes(process.pid));
      times.delete(process.pid);
      return new Map([...times, ...databaseTimes(server)]);
    };
    const load = { origin: deployment.origin, keys, pids };
    // No witness is that old, so each of these selections has all of them.
    const since = (n: number): string =>
      `${path}&createdAt=${encodeURIComponent(JSON.stringify({ gte: new Date(n).toISOString() }))}`;
    await measure({ ...load, name: 'a different list each time', pathOf: since, status: 200 });
    await measure({ ...load, name: 'one list', pathOf: () => path, status: 200 });
    await measure({
      ...load,
      name: 'unchanged (If-None-Match)',
      pathOf: () => path,
      etag: first.etag,
      status: 304,
    });
    await measureBare(first);
  } finally {
    await deployment.close();
  }
}

/** Of a server that was started here; its processes belong to another account and to no parent of ours. */
function databaseTimes(server: string | undefined): ReadonlyMap<number, number> {
  if (server === undefined) return new Map();
  const found = readdirSync('/proc').find((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`port=${new URL(server).port}`);
    } catch {
      return false;
    }
  });
  return found === undefined ? new Map() : processorTimes(Number(found));
}

async function measureBare(answer: ListAnswer): Promise<void> {
  const child = fork(fileURLToPath(new URL('service/bare-server.mjs', import.meta.url)));
  const headers = { 'content-type': 'application/json; charset=utf-8', etag: answer.etag ?? '' };
  child.send({ body: answer.body, headers });
  const [port] = (await once(child, 'message')) as [number]; // as bare-server.mjs sends it
  const load = {
    origin: `http://127.0.0.1:${port}`,
    keys: [''],
    pathOf: () => path,
    pids: () => processorTimes(child.pid ?? 0),
  };
  await measure({ ...load, name: 'bare node:http, the same bytes', status: 200 });
  await measure({ ...load, name: 'bare node:http, 304', etag: answer.etag, status: 304 });
  child.disconnect();
}

if (!values.postgresql) await measureDatabase('embedded', undefined);
if (!values.embedded) {
  if (postgresqlPrograms() === undefined) console.log('PostgreSQL is not installed; it was not measured.');
  else {
    const server = await startPostgresql();
    try {
      await measureDatabase('PostgreSQL', server.url);
    } finally {
      await server.stop();
    }
  }
}
agent.destroy();
