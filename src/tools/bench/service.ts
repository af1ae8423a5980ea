/**
 * Many clients at once on the service: requests, uploads, invites, answers, witnesses, certificates and reads in a mix,
 * for a while. Then everything acknowledged has to be preserved within 30 s, and every proof is recomputed. Then the
 * service is killed (`kill -9`), started again, and everything that a client got acknowledged is looked for: all of
 * it is there, nothing twice, and nothing that nobody requested.
 *
 *     npm run bench -- service [--seconds 60] [--clients 200] [--seed 1] [--faults]
 *         [--database URL | --postgresql] [--instances 3]
 *
 * On the embedded database; with `--database` in a new database on that PostgreSQL server, with `--postgresql` on a
 * server that is started here. With `--instances` several processes share it behind a round-robin proxy, with documents
 * in an object store.
 *
 * Prints how long answers took, and exits 1 on a 500, on a 503 that no injected fault explains, on a lost or doubled write, on a
 * witness that is not preserved in time, on a proof that does not hold, on a job that is left, and where `/healthz`,
 * called ten times a second by another process, took more than 100 ms in one of a hundred calls. With `--faults` the
 * fault plan refuses, cuts and corrupts answers meanwhile.
 */
import { parseArgs } from 'node:util';
import { audit } from './service/audit.ts';
import { createClient } from './service/client.ts';
import { runLoad } from './service/load.ts';
import { RecordedWrites, recordedKinds, line, quantile } from './service/recorded-writes.ts';
import { startDeployment } from './service/deployment.ts';
import { postgresqlPrograms, startPostgresql } from './service/postgresql.ts';
import { deadJobs, recomputeProofs, waitUntilPreserved } from './service/preservation.ts';
import { probeHealth } from './service/processes.ts';
import { openWorld } from './service/world.ts';

/** Milliseconds. */
const limits = { preserved: 30_000, health: 100 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'boolean', default: false },
    database: { type: 'string' },
    postgresql: { type: 'boolean', default: false },
    instances: { type: 'string', default: '1' },
  },
});
const [seconds, clients, seed, instances] = [
  values.seconds,
  values.clients,
  values.seed,
  values.instances,
].map(Number) as [number, number, number, number]; // four in, four out
if (![seconds, clients, seed, instances].every((number) => number > 0))
  throw new Error('expected whole numbers above 0');

if (values.postgresql && postgresqlPrograms() === undefined) {
  console.log('PostgreSQL is not installed; nothing was measured.');
  process.exit(1);
}
const server = values.postgresql ? await startPostgresql() : undefined;
const deployment = await startDeployment({ server: values.database ?? server?.url, instances }).catch(
  async (error: unknown) => {
    await server?.stop();
    throw error;
  },
);
try {
  const record = new RecordedWrites();
  const world = await openWorld(deployment.origin, clients);
  if (values.faults) await world.setFaults(seed);
  const endProbe = probeHealth(deployment.origins());
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    world.keys.map((key, index) =>
      runLoad({
        client: createClient(deployment.origin, key, record),
        world,
        record,
        seed: seed * 100_000 + index,
        until,
      }),
    ),
  );
  const took = (performance.now() - started) / 1000;
  if (values.faults) await world.clearFaults();
  const reader = (): ReturnType<typeof createClient> =>
    createClient(deployment.origin, world.keys[0] ?? '', new RecordedWrites());
  const preservation = await waitUntilPreserved(reader(), world.since, limits.preserved);
  const health = await endProbe();
  const proofs = await recomputeProofs(reader(), deployment.origin, preservation.preserved);
  await deployment.killAndStart();
  const found = await audit(reader(), world, record);
  const database = await deployment.openStopped();
  const dead = await deadJobs(database).finally(() => database.close());

  const on = (values.database ?? server) ? 'PostgreSQL' : 'the embedded database';
  console.log(
    `${clients} clients, ${took.toFixed(0)} s, seed ${seed}, ${values.faults ? 'with' : 'without'} faults, ${instances} on ${on}`,
  );
  for (const text of record.summaryLines(took)) console.log(text);
  const counted = recordedKinds.map((kind) => `${record.all(kind).length} ${kind}`).join(', ');
  console.log(`acknowledged ${counted}; ${record.inDoubt} writes whose answer never came`);
  console.log(line('/healthz', health.times));
  console.log(
    `preserved    ${preservation.preserved.length} witnesses, ${(preservation.took / 1000).toFixed(1)} s after the load; ${preservation.waiting.length} still wait`,
  );
  const checks = [...proofs.passed].sort(([a], [b]) => a.localeCompare(b));
  console.log(`recomputed   ${checks.map(([name, count]) => `${count} × ${name}`).join(', ')}`);
  console.log(`audited      ${found.looked} after kill -9 and a new start`);
  const wrong = [
    ...record.wrong(),
    ...found.wrong,
    ...proofs.wrong,
    ...dead,
    ...preservation.waiting.map(
      ({ id }) => `the witness ${id} was not preserved in ${limits.preserved / 1000} s`,
    ),
    ...(health.failed > 0 ? [`/healthz failed ${health.failed} times`] : []),
    ...(quantile(health.times, 0.99) > limits.health
      ? [`/healthz took ${quantile(health.times, 0.99).toFixed(0)} ms in one of a hundred calls`]
      : []),
  ];
  for (const text of wrong.slice(0, 20)) console.log(`WRONG        ${text}`);
  console.log(
    wrong.length === 0
      ? 'ok           no 500, nothing lost, nothing twice, everything preserved and proven'
      : `${wrong.length} wrong`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await deployment.close();
  await server?.stop();
}
