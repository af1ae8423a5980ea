/**
 * An upgrade and its way back, tried with the real build of an earlier commit: web instances and workers of it and of this
 * build work on the same PostgreSQL database and object store, behind the proxy of the deployment, while clients use them.
 * In each step, witnesses are preserved by the workers that run then.
 *
 *     npm run deep -- older build
 *
 * Needs the build and the history of the repository. Exits 1 on a request that failed, on a lost or doubled write, on a
 * witness that is not preserved or does not hold by the answers of either build, where `check` finds something, and where
 * a build that must not open the data opens them.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endsOlderBuilds } from '#service/storage/database/migrate.ts';
import { buildEarlier } from '../bench/fleet/earlier-build.ts';
import { startFleet } from '../bench/fleet/fleet.ts';
import type { Fleet, Instance } from '../bench/fleet/fleet.ts';
import { isNginxInstalled } from '../bench/fleet/nginx.ts';
import { audit } from '../bench/service/audit.ts';
import { createClient } from '../bench/service/client.ts';
import type { LoadClient } from '../bench/service/client.ts';
import { runLoad } from '../bench/service/load.ts';
import { postgresqlPrograms, startPostgresql } from '../bench/service/postgresql.ts';
import { deadJobs, recomputeProofs, waitUntilPreserved } from '../bench/service/preservation.ts';
import { RecordedWrites, recordedKinds } from '../bench/service/recorded-writes.ts';
import { openWorld } from '../bench/service/world.ts';
import type { World } from '../bench/service/world.ts';

/** The first commit whose build opens data with newer migrations (decision 118): no older one can be gone back to. */
const earlierCommit = '06ffb888';
/** This build. */
const newer = 'dist';
const clients = 4;
/** How long a step is under load, and how long preserving may take, milliseconds. */
const [stepMs, patienceMs] = [6_000, 60_000];

if (postgresqlPrograms() === undefined || !isNginxInstalled()) {
  console.log('PostgreSQL and nginx are needed (Debian: postgresql, nginx-light); nothing was tried.');
  process.exit(1);
}
const wrong: string[] = [];
const folder = await mkdtemp(join(tmpdir(), 'testigo-older-'));
const server = await startPostgresql();
try {
  const older = await buildEarlier(earlierCommit, join(folder, 'older'));
  const fleet = await startFleet({ server, webs: 2, workers: 2, build: older });
  try {
    await tryUpgrade(fleet, older);
  } finally {
    await fleet.close();
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const text of wrong.slice(0, 20)) console.log(`WRONG     ${text}`);
console.log(
  wrong.length === 0 ? 'ok        nothing failed, lost, doubled or unpreserved' : `${wrong.length} wrong`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** What runs in a step: a build for each instance, or nothing. */
interface Step {
  readonly name: string;
  readonly webs: readonly (string | undefined)[];
  readonly workers: readonly (string | undefined)[];
}

/** As the runbook upgrades and goes back: one instance after the other, workers last. */
function stepsOf(older: string): readonly Step[] {
  return [
    { name: 'the older build alone', webs: [older, older], workers: [older, undefined] },
    {
      name: 'a web instance of this build, which migrates',
      webs: [newer, older],
      workers: [older, undefined],
    },
    { name: 'workers of both builds', webs: [newer, older], workers: [older, newer] },
    { name: 'a worker of this build alone', webs: [newer, older], workers: [undefined, newer] },
    { name: 'this build alone', webs: [newer, newer], workers: [newer, newer] },
    { name: 'back: the older build beside it', webs: [older, newer], workers: [older, newer] },
    { name: 'back: the older build alone', webs: [older, older], workers: [older, undefined] },
  ];
}

async function tryUpgrade(fleet: Fleet, older: string): Promise<void> {
  // Any error counts, also one of the caller: what one build answers, the other must take. What is over is a conflict (409).
  const record = new RecordedWrites((status) => status === undefined || (status >= 400 && status !== 409));
  const world = await openWorld(fleet.origin, clients);
  const over = new AbortController();
  const load = Promise.all(
    world.keys.map((key, index) =>
      runLoad({
        client: createClient(fleet.origin, key, record),
        world,
        record,
        seed: index,
        until: over.signal,
      }),
    ),
  );
  const change = changer(fleet, older);
  const began = performance.now();
  try {
    for (const step of stepsOf(older)) {
      await change(step);
      await expectPreserved(fleet, world, step.name);
    }
  } finally {
    over.abort();
    await load;
  }
  for (const text of record.summaryLines((performance.now() - began) / 1000)) console.log(text);
  console.log(`acknowledged ${recordedKinds.map((kind) => `${record.all(kind).length} ${kind}`).join(', ')}`);
  wrong.push(...record.wrong());

  await expectEverything(fleet, world, record, 'the older build');
  await change({ name: 'this build again', webs: [newer, newer], workers: [newer, newer] });
  await expectEverything(fleet, world, record, 'this build');
  const database = await fleet.openStopped();
  wrong.push(...(await deadJobs(database).finally(() => database.close())));
  await expectSuccess(fleet, 'check');
  await expectRefusals(fleet, older, () =>
    expectEverything(fleet, world, record, 'this build, with partitions'),
  );
}

/** Brings the fleet to a step: each instance whose build is another one is stopped and started. */
function changer(fleet: Fleet, first: string): (step: Step) => Promise<void> {
  const running = new Map<Instance, string | undefined>();
  const change = async (instance: Instance, build: string | undefined): Promise<void> => {
    if ((running.has(instance) ? running.get(instance) : first) === build) return;
    await instance.stop();
    if (build !== undefined) await instance.start(build);
    running.set(instance, build);
  };
  return async ({ webs, workers }) => {
    for (const [index, web] of fleet.webs.entries()) await change(web, webs[index]);
    for (const [index, worker] of fleet.workers.entries()) await change(worker, workers[index]);
  };
}

function observer(fleet: Fleet, world: World): LoadClient {
  return createClient(fleet.origin, world.keys[0] ?? '', new RecordedWrites());
}

/** What comes to be in this step is preserved by the workers of this step. */
async function expectPreserved(fleet: Fleet, world: World, name: string): Promise<void> {
  const client = observer(fleet, world);
  const { body } = await client.ask('(time)', 'GET', '/server-time');
  await delay(stepMs);
  const { time } = body as { time: string }; // as the interface says
  const { preserved, waiting, took } = await waitUntilPreserved(client, time, patienceMs);
  console.log(
    `step      ${name}: ${preserved.length} witnesses preserved after ${(took / 1000).toFixed(1)} s`,
  );
  if (preserved.length === 0) wrong.push(`${name}: there was no witness to preserve`);
  wrong.push(...waiting.map(({ id }) => `${name}: the witness ${id} was not preserved`));
}

/** Every write and every proof, by the answers of the build that runs. */
async function expectEverything(
  fleet: Fleet,
  world: World,
  record: RecordedWrites,
  name: string,
): Promise<void> {
  const client = observer(fleet, world);
  const { preserved, waiting } = await waitUntilPreserved(client, world.since, patienceMs);
  const proofs = await recomputeProofs(client, fleet.origin, preserved);
  const found = await audit(client, world, record);
  console.log(`audited   by ${name}: ${found.looked}; ${preserved.length} witnesses recomputed`);
  wrong.push(
    ...[...found.wrong, ...proofs.wrong].map((text) => `${name}: ${text}`),
    ...waiting.map(({ id }) => `${name}: the witness ${id} was not preserved`),
  );
}

/** Runs a command of this build with the settings of the fleet. */
async function expectSuccess({ environment }: Fleet, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...environment, TESTIGO_DATA: join(folder, 'command') };
  const result = await new Promise<{ status: number; printed: string }>((done) => {
    execFile(process.execPath, [`${newer}/service/main.js`, ...args], { env }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code ?? 1) : 0, printed: stdout + stderr }),
    );
  });
  console.log(`${(args[0] ?? '').padEnd(9)} ${result.printed.trim().split('\n').join(' ')}`);
  if (result.status !== 0) wrong.push(`${args.join(' ')} ended with ${result.status}: ${result.printed}`);
}

/** Where no instance runs: the data are taken from the older build, and then from this one. */
async function expectRefusals(fleet: Fleet, older: string, look: () => Promise<void>): Promise<void> {
  const [first] = fleet.webs;
  if (!first) throw new Error('The fleet has no web instance.');
  const instances = [...fleet.webs, ...fleet.workers];
  const expectRefusal = async (build: string, migration: string, name: string): Promise<void> => {
    const printed = await first.start(build).then(
      () => first.stop().then(() => 'It started.'),
      (error: unknown) => String(error),
    );
    const sentence = `The data has migration ${migration}, which this version lacks: use a newer one.`;
    if (printed.includes(sentence)) console.log(`refused   ${name}: ${sentence}`);
    else wrong.push(`${name} was not refused for ${migration}: ${printed}`);
  };
  await expectSuccess(fleet, 'partition', 'witnesses', '--yes');
  await expectRefusal(older, '0111-partitions.sql', 'the older build');
  for (const instance of instances) await instance.start(newer);
  await look();
  for (const instance of instances) await instance.stop();

  // A later release, whose migration takes something away.
  const later = join(folder, 'later');
  await cp(join(newer, 'service'), join(later, 'dist', 'service'), { recursive: true });
  await symlink(resolve('node_modules'), join(later, 'node_modules'));
  const migration = '9999-end.sql';
  await writeFile(join(later, 'dist/service/migrations', migration), `${endsOlderBuilds}\nselect 1;\n`);
  await first.start(join(later, 'dist'));
  await first.stop();
  await expectRefusal(newer, migration, 'this build');
}
