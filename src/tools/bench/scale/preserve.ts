import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#service/storage/database/sql.ts';
import type { Deployment } from '../service/deployment.ts';

const names = {
  MERKLEIZED: 'preserved in Merkle batches',
  WITNESS_CO: "preserved in the third party's tree",
};

/**
 * Adds witnesses that wait, starts the service, and waits until none does.
 *
 * @returns a line with how many a second that were, from the start on, and the memory of the process
 */
export async function preserve(
  deployment: Deployment,
  organization: string,
  waiting: keyof typeof names,
  count: number,
): Promise<string> {
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
  const memory = (await read('process_resident_memory_bytes')) / 1e6;
  const rate = (count / seconds).toFixed(0);
  return `${names[waiting].padEnd(40)} ${rate.padStart(6)} a second, ${memory.toFixed(0)} MB`;

  async function read(gauge: string): Promise<number> {
    const answer = await fetch(`${deployment.origin}/metrics`);
    const found = new RegExp(`^${gauge} (\\d+)$`, 'm').exec(await answer.text());
    if (!found) throw new Error(`/metrics has no ${gauge}.`);
    return Number(found[1]);
  }
}
