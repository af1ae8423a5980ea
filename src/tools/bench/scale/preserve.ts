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
  readonly megabytes: number;
}

/**
 * Adds witnesses that wait, starts the service, and waits until none does.
 *
 * @returns how many a second that were, from the start on, and the memory of the process
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
  for (let left = count; left > 0; left = await read('testigo_waiting_items')) await sleep(100);
  const seconds = (performance.now() - began) / 1000;
  const megabytes = (await read('process_resident_memory_bytes')) / 1e6;
  return { name: names[waiting], perSecond: count / seconds, megabytes };

  async function read(gauge: string): Promise<number> {
    const answer = await fetch(`${deployment.origin}/metrics`);
    const found = new RegExp(`^${gauge} (\\d+)$`, 'm').exec(await answer.text());
    if (!found) throw new Error(`/metrics has no ${gauge}.`);
    return Number(found[1]);
  }
}
