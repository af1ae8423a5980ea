import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#service/storage/database/sql.ts';
import type { Deployment } from '../service/deployment.ts';

const names = {
  MERKLEIZED: 'preserved in Merkle batches',
  WITNESS_CO: "preserved in the third party's tree",
};

interface Preserved {
  readonly name: string;
  readonly perSecond: number;
  /** In the slowest ten seconds; as above where all took less. */
  readonly slowest: number;
  /** The most that the process had. */
  readonly megabytes: number;
}

/** Milliseconds over which the slowest stretch is looked for. */
const stretch = 10_000;

/**
 * Adds witnesses that wait, starts the service, and waits until none does.
 *
 * @returns how many a second that were, from the start on, and the memory of the process, which is worker and web in one
 */
export async function preserve(
  deployment: Deployment,
  organization: string,
  waiting: keyof typeof names,
  count: number,
): Promise<Preserved> {
  const database = await deployment.openStopped();
  await database.rows(sql`insert into witnesses (id, organization_id, kind, hash, waiting, created_at, updated_at)
    select encode(substr(sha256((${waiting} || n || clock_timestamp())::bytea), 1, 12), 'hex'), ${organization}, 'signature',
      encode(sha256((${waiting} || n || random())::bytea), 'hex'), ${waiting}, now(), now()
    from generate_series(1, ${count}::bigint) n`);
  await database.close();
  await deployment.killAndStart();
  const began = performance.now();
  const looks = [{ at: 0, done: 0 }];
  let megabytes = 0;
  for (let left = count; left > 0;) {
    await sleep(100);
    const metrics = await (await fetch(`${deployment.origin}/metrics`)).text();
    left = gaugeOf(metrics, 'testigo_waiting_items');
    megabytes = Math.max(megabytes, gaugeOf(metrics, 'process_resident_memory_bytes') / 1e6);
    looks.push({ at: performance.now() - began, done: count - left });
  }
  const perSecond = (count * 1000) / (looks.at(-1)?.at ?? 0);
  const slowest = Math.min(
    perSecond,
    ...looks.map(({ at, done }) => {
      const end = looks.find((later) => later.at >= at + stretch);
      return end ? ((end.done - done) * 1000) / (end.at - at) : perSecond;
    }),
  );
  return { name: names[waiting], perSecond, slowest, megabytes };
}

function gaugeOf(metrics: string, gauge: string): number {
  const found = new RegExp(`^${gauge} (\\d+)$`, 'm').exec(metrics);
  if (!found) throw new Error(`/metrics has no ${gauge}.`);
  return Number(found[1]);
}
