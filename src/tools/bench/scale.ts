/**
 * How lists of PostgreSQL cost more with every row: the service of the finished build with so many witnesses, and the
 * requests and invites that go with them.
 *
 *     npm run bench -- scale [100000 1000000 …] [--seconds 5] [--clients 2] [--preserve 60000] [--partitioned]
 *
 * Its rows came to be evenly over the last 900 days. Prints, for each size, how long each kind of list takes: p50 and p99
 * in ms for clients that ask one after the other, each time with other arguments, so that no answer is one that was made
 * before; then how many witnesses a second are preserved beside all others, in Merkle batches and in the third party's
 * tree, over all and in the slowest ten seconds, and the most memory that the process had meanwhile. More clients than
 * cores measure how long they wait for each other. With `--partitioned` witnesses lie in partitions by month, of which
 * there are more than thirty.
 *
 * Exits 1 and names what exceeds its limit: with the most witnesses the p99 of a list is at most three times that with
 * the fewest, and 150 ms; 500 witnesses a second are preserved even in the slowest ten seconds, by a process of at most
 * 400 MB.
 */
import { parseArgs } from 'node:util';
import type { Database } from '#service/storage/database/database.ts';
import { monthAfter, partitionWitnesses } from '#service/storage/tables/witness-partitions.ts';
import { fill, type Owners } from './scale/fill.ts';
import { lists, type Caller } from './scale/lists.ts';
import { preserve } from './scale/preserve.ts';
import { startDeployment } from './service/deployment.ts';
import { line, quantile } from './service/recorded-writes.ts';
import { startPostgresql } from './service/postgresql.ts';
import type { DemoSession } from '../../../e2e/service.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '2' },
    preserve: { type: 'string', default: '60000' },
    partitioned: { type: 'boolean', default: false },
  },
});
const sizes = (positionals.length > 0 ? positionals : ['100000', '1000000']).map(Number);
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const toPreserve = Number(values.preserve);
if (!(seconds > 0 && clients > 0 && toPreserve > 0 && sizes.every((size) => size > 0)))
  throw new Error('expected whole numbers above 0');

const most = { times: 3, milliseconds: 150, megabytes: 400 };
const fewestPreserved = 500;
/** p99 of each list with the fewest witnesses, in milliseconds. */
let first: readonly number[] | undefined;
let exceeded: string[] = [];

const server = await startPostgresql();
const deployment = await startDeployment({ server: server.url, instances: 1, rate: 0 });
try {
  let next = 0;
  for (const size of sizes) {
    const { owners } = await openSession();
    const database = await deployment.openStopped();
    if (values.partitioned && next === 0) await partition(database);
    const began = performance.now();
    next = await fill(database, owners, next, size);
    await database.close();
    await deployment.killAndStart();
    console.log(
      `${size.toLocaleString('en')} witnesses, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    const caller = await openSession();
    exceeded = [];
    const latest: number[] = [];
    for (const list of lists({ ...caller, witnesses: size, requests: next })) {
      const p99 = await measure(list);
      const limit = Math.min(most.milliseconds, most.times * (first?.[latest.length] ?? Infinity));
      if (p99 > limit) exceeded.push(`${list.name}: p99 ${p99.toFixed(0)} ms, of ${limit.toFixed(0)}`);
      latest.push(p99);
    }
    first ??= latest;
    for (const kind of ['MERKLEIZED', 'WITNESS_CO'] as const) {
      const { name, perSecond, slowest, megabytes } = await preserve(
        deployment,
        owners.organization,
        kind,
        toPreserve,
      );
      const text = `${name.padEnd(40)} ${perSecond.toFixed(0).padStart(6)} a second, ${slowest.toFixed(0)} in the slowest ten, ${megabytes.toFixed(0)} MB`;
      console.log(`  ${text}`);
      if (slowest < fewestPreserved || megabytes > most.megabytes) exceeded.push(text);
    }
  }
  for (const text of exceeded) console.log(`exceeds its limit: ${text}`);
  if (exceeded.length > 0) process.exitCode = 1;
} finally {
  await deployment.close();
  await server.stop();
}

/** From the month on in which the first of the rows are made: 900 days ago. */
async function partition(database: Database): Promise<void> {
  const now = new Date();
  const began = performance.now();
  const { moved } = await partitionWitnesses(database, monthAfter(now, -30), now);
  console.log(
    `partitions made in ${(performance.now() - began).toFixed(0)} ms, ${moved} witnesses of the demo moved`,
  );
}

async function openSession(): Promise<Omit<Caller, 'witnesses' | 'requests'> & { owners: Owners }> {
  const answer = await fetch(`${deployment.origin}/sandbox/session`);
  const session = (await answer.json()) as DemoSession;
  const [first, second] = session.organizations;
  const [signer] = session.subjects;
  if (!first || !second || !signer)
    throw new Error('The demo has fewer than two organizations and a signer.');
  return {
    key: first.apiKey,
    token: signer.accessToken,
    owners: { organization: first.id, otherOrganization: second.id, signer: signer.id },
  };
}

/** @returns p99 in milliseconds */
async function measure({ name, bearer, pathOf }: ReturnType<typeof lists>[number]): Promise<number> {
  const times: number[] = [];
  let serial = 0;
  const run = (until: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          const began = performance.now();
          const answer = await fetch(deployment.origin + pathOf((serial += 1)), {
            headers: { authorization: `Bearer ${bearer}` },
          });
          const body = await answer.text();
          if (!answer.ok) throw new Error(`${name}: ${answer.status} ${body}`);
          times.push(performance.now() - began);
        }
      }),
    );
  await run(performance.now() + 500);
  times.length = 0;
  await run(performance.now() + seconds * 1000);
  console.log(`  ${line(name, times)}`);
  return quantile(times, 0.99);
}
