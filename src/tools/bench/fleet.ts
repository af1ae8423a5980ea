/**
 * The deployment of the runbook under load and under what happens to it: web instances behind nginx and workers, on
 * PostgreSQL and an object store. While clients work, every web instance is restarted in turn, a worker and a web instance
 * are killed, PostgreSQL is restarted and the object store stalls for a while. Then everything acknowledged is preserved,
 * every proof is recomputed and every write is looked for.
 *
 *     npm run bench -- fleet [--seconds 180] [--clients 300] [--webs 3] [--workers 2] [--stall 30] [--seed 1]
 *
 * Exits 1 on a request that failed while instances were restarted or a worker was killed, on a 5xx long after another
 * fault, on a lost or doubled write, and on a witness that is not preserved or does not hold.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFleet } from './fleet/fleet.ts';
import type { Fleet } from './fleet/fleet.ts';
import { isNginxInstalled } from './fleet/nginx.ts';
import { audit } from './service/audit.ts';
import { createClient } from './service/client.ts';
import type { LoadClient } from './service/client.ts';
import { runLoad } from './service/load.ts';
import { postgresqlPrograms, startPostgresql } from './service/postgresql.ts';
import type { PostgresqlServer } from './service/postgresql.ts';
import { deadJobs, recomputeProofs, waitUntilPreserved } from './service/preservation.ts';
import { RecordedWrites, recordedKinds } from './service/recorded-writes.ts';
import { openWorld } from './service/world.ts';

/** Milliseconds: until all is preserved after the load; how long after a fault answers may still be 5xx. */
const limits = { preserved: 60_000, recovery: 10_000 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    clients: { type: 'string', default: '300' },
    webs: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    stall: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});
const [seconds, clients, webs, workers, stall, seed] = [
  values.seconds,
  values.clients,
  values.webs,
  values.workers,
  values.stall,
  values.seed,
].map(Number) as [number, number, number, number, number, number]; // six in, six out

if (postgresqlPrograms() === undefined || !isNginxInstalled()) {
  console.log('PostgreSQL and nginx are needed (Debian: postgresql, nginx-light); nothing was measured.');
  process.exit(1);
}
const server = await startPostgresql();
try {
  const fleet = await startFleet({ server, webs, workers });
  try {
    process.exitCode = await run(fleet, server);
  } finally {
    await fleet.close();
  }
} finally {
  await server.stop();
}

/** While `excused` is true, a web instance, PostgreSQL or the object store is away and requests may fail. */
async function run(fleet: Fleet, postgresql: PostgresqlServer): Promise<number> {
  let excused = false;
  const record = new RecordedWrites((status) => !excused && (status === undefined || status >= 500));
  const world = await openWorld(fleet.origin, clients);
  const until = performance.now() + seconds * 1000;
  const faults = injectFaults(fleet, postgresql, {
    excuse: (now) => (excused = now),
    log: (text) => console.log(`${`${record.seconds()} s`.padStart(11)}  ${text}`),
  });
  await Promise.all(
    world.keys.map((key, index) =>
      runLoad({
        client: createClient(fleet.origin, key, record),
        world,
        record,
        seed: seed * 100_000 + index,
        until,
      }),
    ),
  );
  await faults;
  const client = (): LoadClient => createClient(fleet.origin, world.keys[0] ?? '', new RecordedWrites());
  const preservation = await waitUntilPreserved(client(), world.since, limits.preserved);
  const proofs = await recomputeProofs(client(), fleet.origin, preservation.preserved);
  const found = await audit(client(), world, record);
  const database = await fleet.openStopped();
  const dead = await deadJobs(database).finally(() => database.close());

  console.log(
    `${clients} clients, ${seconds} s, ${webs} web instances behind nginx, ${workers} workers, seed ${seed}`,
  );
  for (const text of record.summaryLines(seconds)) console.log(text);
  console.log(`acknowledged ${recordedKinds.map((kind) => `${record.all(kind).length} ${kind}`).join(', ')}`);
  console.log(
    `preserved    ${preservation.preserved.length} witnesses, ${(preservation.took / 1000).toFixed(1)} s after the load`,
  );
  console.log(`audited      ${found.looked}`);
  const wrong = [
    ...record.wrong(),
    ...found.wrong,
    ...proofs.wrong,
    ...dead,
    ...preservation.waiting.map(({ id }) => `the witness ${id} was not preserved`),
  ];
  for (const text of wrong.slice(0, 20)) console.log(`WRONG        ${text}`);
  console.log(
    wrong.length === 0
      ? 'ok           nothing failed, lost, doubled or unpreserved'
      : `${wrong.length} wrong`,
  );
  return wrong.length === 0 ? 0 : 1;
}

/** What happens to the fleet, in the order of the runbook, with pauses in which nothing may fail. */
async function injectFaults(
  fleet: Fleet,
  postgresql: PostgresqlServer,
  { excuse, log }: { readonly excuse: (now: boolean) => void; readonly log: (text: string) => void },
): Promise<void> {
  await delay(seconds * 50);
  for (const web of fleet.webs) {
    await web.stop();
    await web.start();
    log('a web instance was restarted');
  }
  await delay(seconds * 50);
  await fleet.workers[0]?.stop('SIGKILL');
  await delay(seconds * 50);
  await fleet.workers[0]?.start();
  log('a worker was killed, and started again');
  excuse(true);
  // What it was answering fails; what it had acknowledged stays.
  await fleet.webs[0]?.stop('SIGKILL');
  await fleet.webs[0]?.start();
  log('a web instance was killed, and started again');
  log('PostgreSQL is restarted');
  await postgresql.restart();
  await delay(limits.recovery);
  excuse(false);
  log('PostgreSQL was restarted');
  await delay(seconds * 50);
  excuse(true);
  log('the object store stalls');
  const resume = fleet.objects.stall();
  await delay(stall * 1000);
  resume();
  await delay(limits.recovery);
  excuse(false);
  log(`the object store stalled for ${stall} s`);
}
