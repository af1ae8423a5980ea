/**
 * Whether more workers preserve more: one worker and then two on PostgreSQL, with the sandbox off and with authorities
 * that are servers outside and take their time, as in production. Witnesses wait for a certificate each, which is one
 * call, or for Merkle batches, of which each has a certificate and a transaction.
 *
 *     npm run bench -- workers [--workers 1,2] [--stamp 100,500] [--seconds 20] [--count 60000] [--kinds NOM151,MERKLEIZED]
 *
 * Prints witnesses a second while more of them wait, the ratio to the first row of the kind, the share of a core that
 * each worker, PostgreSQL and the authorities took and that was idle, and how many witnesses a worker and PostgreSQL
 * preserve with a second of processor time. Where nothing is idle, that last figure limits what more workers can do, and
 * the ratio says nothing of them. Exits 1 where two workers preserve less than 1.7 times as much with time to spare.
 */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#service/storage/database/database.ts';
import { startOutsideServices } from '#service/testing/outside-services.ts';
import { startPostgresql } from './service/postgresql.ts';
import { measure } from './workers/measure.ts';
import type { Measurement, Waiting } from './workers/measure.ts';
import { startWorkerPool } from './workers/pool.ts';

/** Milliseconds between two blocks of the chain outside. */
const blockPaceMs = 1_000;

const leastRatio = 1.7;
/** Share of all cores from which on they did not limit what was measured. */
const idleEnough = 0.1;

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2' },
    stamp: { type: 'string', default: '100,500' },
    seconds: { type: 'string', default: '20' },
    count: { type: 'string', default: '60000' },
    kinds: { type: 'string', default: 'NOM151,MERKLEIZED' },
  },
});
const numbers = (text: string): number[] => text.split(',').map(Number);
const [seconds, count] = [Number(values.seconds), Number(values.count)];
const kinds = values.kinds.split(',') as Waiting[]; // PostgreSQL refuses any other

console.log(`${cpus().length} cores, ${count.toLocaleString('en')} witnesses wait`);
const server = await startPostgresql();
try {
  for (const kind of kinds)
    for (const stampMs of numbers(values.stamp)) {
      let first: Measurement | undefined;
      for (const workers of numbers(values.workers)) {
        const found = await measureOnce(kind, stampMs, workers);
        first ??= found;
        console.log(rowOf(`${kind}, ${stampMs} ms a time-stamp, ${workers} workers`, found, first));
        const isSlow = workers > 1 && found.perSecond < leastRatio * first.perSecond;
        if (isSlow && found.cores.idle > idleEnough) process.exitCode = 1;
      }
    }
} finally {
  await server.stop();
}

async function measureOnce(kind: Waiting, stampMs: number, workers: number): Promise<Measurement> {
  const nodeDatabase = await openDatabase({});
  const outside = await startOutsideServices(nodeDatabase, new Date());
  const { answer } = outside.stamps;
  outside.stamps.answer = async (request) => {
    await sleep(stampMs);
    return answer(request);
  };
  const blocks = setInterval(() => void outside.node.mine(), blockPaceMs);
  try {
    const pool = await startWorkerPool(server.url, workers, {
      ...outside.environment,
      TESTIGO_TSA_URLS: outside.stamps.url,
    });
    try {
      return await measure(pool, server, kind, { count, seconds });
    } finally {
      await pool.close();
    }
  } finally {
    clearInterval(blocks);
    await outside.close();
    await nodeDatabase.close();
  }
}

function rowOf(name: string, { perSecond, cores }: Measurement, first: Measurement): string {
  const share = (part: number): string => `${(part * 100).toFixed(0)} %`;
  const used = [...cores.workers, cores.postgresql].reduce((sum, part) => sum + part, 0);
  return [
    `${name.padEnd(46)} ${perSecond.toFixed(perSecond < 100 ? 1 : 0).padStart(6)} a second`,
    `${(perSecond / first.perSecond).toFixed(2)} times`,
    `workers ${cores.workers.map(share).join(' + ')}, PostgreSQL ${share(cores.postgresql)}, authorities ${share(cores.authorities)}, idle ${share(cores.idle)}`,
    `${(perSecond / used).toFixed(0)} a second of a core`,
  ].join('; ');
}
