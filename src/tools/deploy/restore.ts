/**
 * The backup and the restore of the runbook, tried: a service on PostgreSQL and an object store is backed up while clients
 * write, and everything of it is lost. In a new place the dump, the objects and the secret become a service again.
 *
 *     npm run deep -- restore
 *
 * Exits 1 where something that was acknowledged before the backup is lost, doubled or does not hold; where `check` finds
 * something; where it overlooks a document without bytes; and where the service starts with another secret.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../../../e2e/service.ts';
import { startS3Server } from '#service/storage/testing/s3-server.ts';
import type { S3Server } from '#service/storage/testing/s3-server.ts';
import { addressOf, administer } from '#service/storage/testing/template-database.ts';
import { audit } from '../bench/service/audit.ts';
import { createClient } from '../bench/service/client.ts';
import { runLoad } from '../bench/service/load.ts';
import { postgresqlPrograms, startPostgresql } from '../bench/service/postgresql.ts';
import { recomputeProofs, waitUntilPreserved } from '../bench/service/preservation.ts';
import { RecordedWrites, recordedKinds } from '../bench/service/recorded-writes.ts';
import { openWorld } from '../bench/service/world.ts';

const clients = 12;
const secondsBefore = 10;
/** Milliseconds that preserving may take after the restore. */
const patience = 60_000;

const programs = postgresqlPrograms();
if (programs === undefined) {
  console.log('PostgreSQL is needed (Debian: postgresql); nothing was tried.');
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'testigo-restore-'));
const dump = join(folder, 'testigo.dump');
const server = await startPostgresql();
const [lost, restored] = [await startS3Server(), await startS3Server()];
const secret = randomBytes(32).toString('hex');
const wrong: string[] = [];
try {
  await tryRestore();
} finally {
  await Promise.all([lost.close(), restored.close()]);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const text of wrong.slice(0, 20)) console.log(`WRONG     ${text}`);
console.log(
  wrong.length === 0
    ? 'ok        everything acknowledged before the backup is there'
    : `${wrong.length} wrong`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function tryRestore(): Promise<void> {
  await administer(server.url, 'create database lost template template0');
  const before = await startService(environmentOf('lost', lost), join(folder, 'lost'));
  const world = await openWorld(before.origin, clients);
  const record = new RecordedWrites();
  const load = (into: RecordedWrites, seconds: number, seed: number): Promise<unknown> =>
    Promise.all(
      world.keys.map((key, index) =>
        runLoad({
          client: createClient(before.origin, key, into),
          world,
          record: into,
          seed: seed + index,
          until: performance.now() + seconds * 1000,
        }),
      ),
    );
  await load(record, secondsBefore, 0);
  const during = new RecordedWrites();
  const [objects] = await Promise.all([backUp(), load(during, 5, 1000)]);
  await before.stop('SIGKILL');
  await administer(server.url, 'drop database lost with (force)');
  console.log(
    `backed up ${recordedKinds.map((kind) => `${record.all(kind).length} ${kind}`).join(', ')}; ${objects.size} objects`,
  );

  await administer(server.url, 'create database restored template template0');
  await run('pg_restore', '--no-owner', '--dbname', addressOf(server.url, 'restored').href, dump);
  for (const [key, bytes] of objects) restored.objects.set(key, bytes);
  await expectChecks();
  await expectRefusalOfOtherSecret();
  const after = await startService(environmentOf('restored', restored), join(folder, 'restored'));
  try {
    const client = createClient(after.origin, world.keys[0] ?? '', new RecordedWrites());
    const preservation = await waitUntilPreserved(client, world.since, patience);
    const proofs = await recomputeProofs(client, after.origin, preservation.preserved);
    // What was written during the backup may be in it or not.
    record.inDoubt += during.inDoubt + during.all('request').length + during.all('invite').length;
    const found = await audit(client, world, record);
    console.log(`restored  ${found.looked}; ${preservation.preserved.length} witnesses recomputed`);
    wrong.push(
      ...found.wrong,
      ...proofs.wrong,
      ...preservation.waiting.map(({ id }) => `the witness ${id} was not preserved`),
    );
  } finally {
    await after.stop();
  }
}

/** As the runbook says: first the rows, then the bytes. */
async function backUp(): Promise<ReadonlyMap<string, Buffer>> {
  await run('pg_dump', '--format=custom', `--file=${dump}`, addressOf(server.url, 'lost').href);
  return new Map(lost.objects);
}

/** `check` of what was restored; and once more with a document whose bytes are missing. */
async function expectChecks(): Promise<void> {
  const result = await check();
  console.log(`check     ${result.printed.trim().split('\n').at(-1)}`);
  if (result.status !== 0) wrong.push(`check ended with ${result.status}: ${result.printed}`);
  const [first] = restored.objects;
  if (!first) throw new Error('Nothing was uploaded before the backup.');
  restored.objects.delete(first[0]);
  const without = await check();
  restored.objects.set(...first);
  if (without.status !== 1 || !without.printed.includes(first[0]))
    wrong.push(`check overlooked that the bytes of ${first[0]} are missing`);
}

/** In a process of its own, beside which this one answers as the object store. */
function check(): Promise<{ status: number; printed: string }> {
  const env = {
    ...process.env,
    ...environmentOf('restored', restored),
    TESTIGO_DATA: join(folder, 'check'),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/service/main.js', 'check'], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code ?? 1) : 0, printed: stdout + stderr }),
    );
  });
}

async function expectRefusalOfOtherSecret(): Promise<void> {
  const other = { ...environmentOf('restored', restored), TESTIGO_SECRET: randomBytes(32).toString('hex') };
  const started = await startService(other, join(folder, 'other')).then(
    (service) => service.stop().then(() => true),
    (error: unknown) => {
      console.log(`secret    ${String(error).split('\n')[0]}`);
      return false;
    },
  );
  if (started) wrong.push('the service started with a secret that is not of this database');
}

function environmentOf(database: string, objects: S3Server): Record<string, string> {
  return {
    DATABASE_URL: addressOf(server.url, database).href,
    TESTIGO_SECRET: secret,
    TESTIGO_SANDBOX: '1',
    TESTIGO_LOG: 'error',
    ...objects.settings,
  };
}

function run(program: string, ...options: string[]): Promise<unknown> {
  return promisify(execFile)(join(programs ?? '', program), options);
}
