/**
 * The backup and the restore of the runbook, tried by its own commands: a service on PostgreSQL and a gateway of Ceph is
 * backed up while clients write, and everything of it is lost. In a new place, with a PostgreSQL server and a bucket of its
 * own, the dump, the objects and the file of the secret become a service again.
 *
 *     npm run deep -- restore
 *
 * Needs the build. Exits 1 where something that was acknowledged before the backup is lost, doubled or does not hold; where
 * `check` finds something; where it overlooks a document without bytes; and where the service starts with another secret.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { startService } from '../../../e2e/service.ts';
import { readSettings } from '#service/settings.ts';
import type { S3Settings } from '#service/settings/object-store.ts';
import { s3Client } from '#service/storage/objects/s3-client.ts';
import { addressOf } from '#service/storage/testing/template-database.ts';
import { audit } from '../bench/service/audit.ts';
import { createClient } from '../bench/service/client.ts';
import type { LoadClient } from '../bench/service/client.ts';
import { runLoad } from '../bench/service/load.ts';
import { postgresqlPrograms, startPostgresql } from '../bench/service/postgresql.ts';
import type { PostgresqlServer } from '../bench/service/postgresql.ts';
import { recomputeProofs, waitUntilPreserved } from '../bench/service/preservation.ts';
import { RecordedWrites, recordedKinds } from '../bench/service/recorded-writes.ts';
import { openWorld } from '../bench/service/world.ts';
import type { World } from '../bench/service/world.ts';
import { startCeph } from './ceph.ts';
import type { CephGateway } from './ceph.ts';
import { Started } from './composed.ts';
import { readRunbookBlocks } from './runbook.ts';

const clients = 12;
const secondsBefore = 10;
/** Milliseconds that preserving may take after the restore. */
const patience = 60_000;
const backup = 'testigo-backup';
/** What a program that copies could take for a folder, a pattern, an escape or another name. */
const difficultNames = [
  'carpeta con espacios/contrato ñ.pdf',
  'dos//barras.pdf',
  'termina en barra/',
  '/empieza en barra.pdf',
  '／ancha．pdf',
  'más+100%25&a=b.pdf',
  '*?[a]{b}.pdf',
  ' al borde ',
];

const wrong: string[] = [];
const started = new Started();
try {
  await tryRestore();
} finally {
  await started.close();
}
for (const text of wrong.slice(0, 20)) console.log(`WRONG     ${text}`);
console.log(
  wrong.length === 0
    ? 'ok        everything acknowledged before the backup is there'
    : `${wrong.length} wrong`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** A deployment: a database server, and what stands in `/etc/testigo`. */
interface Place {
  readonly server: PostgresqlServer;
  readonly etc: string;
  readonly environment: Readonly<Record<string, string>> & { readonly TESTIGO_S3_BUCKET: string };
}

async function tryRestore(): Promise<void> {
  const { stdout } = await promisify(execFile)('aws', ['--version']).catch(() => {
    throw new Error('There is no aws: apt-get install --no-install-recommends awscli');
  });
  console.log(`copied by ${stdout.trim()}`);
  const path = await mkdtemp(join(tmpdir(), 'testigo-restore-'));
  const folder = started.add(path, () => rm(path, { recursive: true, force: true }));
  const ceph = started.add(await startCeph(), (part) => part.close());
  const lost = await openPlace(folder, 'lost', ceph);
  await writeFile(join(lost.etc, 'secret'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  await follow(lost, ['createdb testigo --owner testigo']);
  const store = started.add(await s3Client(s3Of(lost)), (client) => {
    client.destroy();
  });
  const { TESTIGO_S3_BUCKET: bucket } = lost.environment;
  for (const name of [bucket, backup]) await store.send(new CreateBucketCommand({ Bucket: name }));

  const before = await startService(lost.environment, join(folder, 'data'));
  const world = await openWorld(before.origin, clients);
  const record = new RecordedWrites();
  const load = (into: RecordedWrites, seconds: number, seed: number): Promise<unknown> =>
    runClients(before.origin, world, into, seconds, seed);
  await uploadDifficult(createClient(before.origin, world.keys[0] ?? '', record), record);
  await load(record, secondsBefore, 0);
  const during = new RecordedWrites();
  await Promise.all([follow(lost, await commandsOf('Back up')), load(during, 5, 1000)]);
  // Everything is lost.
  await before.stop('SIGKILL');
  await lost.server.stop();
  await rm(lost.etc, { recursive: true });
  const count = await removeBucket(store, bucket);
  console.log(
    `backed up ${recordedKinds.map((kind) => `${record.all(kind).length} ${kind}`).join(', ')}; ${count} objects lost`,
  );

  const restored = await openPlace(folder, 'restored', ceph);
  await store.send(new CreateBucketCommand({ Bucket: restored.environment.TESTIGO_S3_BUCKET }));
  const printed = await follow(restored, await commandsOf('Restore'));
  console.log(`check     ${printed.trim().split('\n').slice(-2).join(' ')}`);
  await expectMissing(store, restored, record);
  await expectRefusals(folder, restored);
  const after = await startService(restored.environment, join(folder, 'restored-data'));
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

/** The settings of the runbook for a new place, with another bucket and a database server of its own. */
async function openPlace(folder: string, name: string, { settings }: CephGateway): Promise<Place> {
  const server = started.add(await startPostgresql(), (part) => part.stop());
  const etc = join(folder, name);
  await mkdir(etc);
  const environment = {
    DATABASE_URL: addressOf(server.url, 'testigo').href,
    TESTIGO_SECRET_FILE: join(etc, 'secret'),
    TESTIGO_SANDBOX: '1',
    TESTIGO_LOG: 'error',
    ...settings,
    TESTIGO_S3_BUCKET: `testigo-${name}`,
  };
  const lines = Object.entries(environment).map(([variable, value]) => `${variable}='${value}'\n`);
  await writeFile(join(etc, 'testigo.env'), lines.join(''));
  return { server, etc, environment };
}

function s3Of({ environment }: Place): S3Settings {
  const { s3 } = readSettings(environment);
  if (!s3) throw new Error('The place has no object store.');
  return s3;
}

/** The commands of a section of the runbook on a machine, a line each. */
async function commandsOf(section: string): Promise<string[]> {
  const [block = ''] = await readRunbookBlocks(section);
  return block.split('\n');
}

interface Followed {
  readonly status: number;
  readonly printed: string;
}

/** Runs commands that have to succeed. */
async function follow(place: Place, commands: readonly string[]): Promise<string> {
  const { status, printed } = await runCommands(place, commands);
  if (status !== 0) wrong.push(`"${commands.join('; ')}" ended with ${status}: ${printed}`);
  return printed;
}

/** Runs commands in a shell that was prepared as the runbook says, without systemd, until one fails. */
async function runCommands({ server, etc }: Place, commands: readonly string[]): Promise<Followed> {
  const [settings = ''] = await readRunbookBlocks('Commands');
  const script = ['set -euo pipefail', 'systemctl() { :; }', settings, ...commands]
    .join('\n')
    .replaceAll('/etc/testigo', etc)
    .replaceAll('/opt/testigo', resolve('.'));
  const { hostname, port, username } = new URL(server.url);
  const env = {
    ...process.env,
    PATH: `${postgresqlPrograms() ?? ''}:${process.env.PATH ?? ''}`,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
  };
  return new Promise((done) => {
    execFile('bash', ['-c', script], { cwd: join(etc, '..'), env }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code ?? 1) : 0, printed: stdout + stderr }),
    );
  });
}

function runClients(
  origin: string,
  world: World,
  record: RecordedWrites,
  seconds: number,
  seed: number,
): Promise<unknown> {
  const until = performance.now() + seconds * 1000;
  return Promise.all(
    world.keys.map((key, index) =>
      runLoad({ client: createClient(origin, key, record), world, record, seed: seed + index, until }),
    ),
  );
}

async function uploadDifficult(client: LoadClient, record: RecordedWrites): Promise<void> {
  for (const name of difficultNames) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500)]);
    const digest = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
    const query = new URLSearchParams({ filePath: name, md5Checksum: digest('md5') });
    const { body } = await client.ask('signFileUrl', 'GET', `/sign-file-url?${query}`);
    const { url, key } = body as { url: string; key: string }; // as the interface says
    const { status } = await client.ask('upload', 'PUT', url, bytes);
    if (status === 200) record.add('content', { key, sha256: digest('sha256') });
    else wrong.push(`the upload of "${name}" was answered ${status}`);
  }
}

/** Removes a bucket with everything in it; answers how many objects that were. */
async function removeBucket(store: S3Client, bucket: string): Promise<number> {
  const list = async (): Promise<readonly { Key?: string | undefined }[]> =>
    (await store.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents ?? [];
  let count = 0;
  for (let page = await list(); page.length > 0; page = await list()) {
    await Promise.all(page.map(({ Key }) => store.send(new DeleteObjectCommand({ Bucket: bucket, Key }))));
    count += page.length;
  }
  await store.send(new DeleteBucketCommand({ Bucket: bucket }));
  return count;
}

/** `check` names a document whose bytes are missing; copying once more puts it back. */
async function expectMissing(store: S3Client, place: Place, record: RecordedWrites): Promise<void> {
  const [{ key } = { key: '' }] = record.all('content').slice(-1);
  await store.send(new DeleteObjectCommand({ Bucket: place.environment.TESTIGO_S3_BUCKET, Key: key }));
  const without = await runCommands(place, ['testigo check']);
  if (without.status !== 1 || !without.printed.includes(key))
    wrong.push(`check overlooked that the bytes of ${key} are missing: ${without.printed}`);
  console.log(`missing   ${without.printed.split('\n')[0]}`);
  const copy = (await commandsOf('Restore')).filter((line) => line.startsWith('aws '));
  await follow(place, [...copy, 'testigo check']);
}

/** The restored database takes neither another secret nor none. */
async function expectRefusals(folder: string, { environment }: Place): Promise<void> {
  const other = join(folder, 'other-secret');
  await writeFile(other, randomBytes(32).toString('hex'), { mode: 0o600 });
  for (const [name, file] of [
    ['another secret', other],
    ['a new data folder without the file', ''],
  ] as const) {
    const settings = { ...environment, TESTIGO_SECRET_FILE: file };
    const printed = await startService(settings, join(folder, `refused ${file === ''}`)).then(
      (service) => service.stop().then(() => 'it started'),
      (error: unknown) => String(error),
    );
    console.log(`refused   ${name}: ${printed.split('\n')[1] ?? printed}`);
    if (!printed.includes('this database was opened with another secret before'))
      wrong.push(`${name} was not refused: ${printed}`);
  }
}
