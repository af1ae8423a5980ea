/**
 * The object store against a gateway of Ceph from Debian's packages: what a start says of it, documents that are stored, read
 * and removed, locked and encrypted, what happens while it stalls, and uploads that a browser makes into it.
 *
 *     npm run deep -- object store
 *
 * Needs the build. Exits 1 on the first thing that is otherwise.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { readSettings } from '#service/settings.ts';
import type { S3Settings } from '#service/settings/object-store.ts';
import { checkObjectStore, openStoreProbe } from '#service/storage/objects/check-objects.ts';
import { ObjectMissing, openObjectStore } from '#service/storage/objects/objects.ts';
import { s3Client } from '#service/storage/objects/s3-client.ts';
import { kmsKey, startCeph } from './ceph.ts';
import type { CephGateway } from './ceph.ts';

const key = 'organización/1/carpeta con espacios/contrato ñ.pdf';
const text = 'a document that is found again in the store';
const lock = { TESTIGO_S3_LOCK: 'COMPLIANCE', TESTIGO_S3_LOCK_DAYS: '30' };

/** With this argument the script tries the encryption of a gateway that is there: an authority is trusted from a start on. */
const encryptedPart = 'encrypted';
if (process.argv[2] === encryptedPart)
  await tryEncryption(await mkdtemp(join(tmpdir(), 'testigo-object-store-')));
else await tryAll();

async function tryAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'testigo-object-store-'));
  const ceph = await startCeph();
  try {
    const settingsOf = (bucket: string, more: Readonly<Record<string, string>> = {}): S3Settings =>
      readS3({ ...ceph.settings, ...more, TESTIGO_S3_BUCKET: bucket });
    const client = await s3Client(settingsOf('plain'));
    await client.send(new CreateBucketCommand({ Bucket: 'plain' }));
    await client.send(new CreateBucketCommand({ Bucket: 'locked', ObjectLockEnabledForBucket: true }));
    await tryStarts(settingsOf);
    await tryDocuments(folder, client, [settingsOf('plain'), settingsOf('locked', lock)]);
    await tryStall(folder, ceph, settingsOf('plain'));
    client.destroy();
    const node = ['--import', 'tsx', import.meta.filename, encryptedPart];
    await run(process.execPath, node, { ...ceph.tls, NODE_EXTRA_CA_CERTS: ceph.authority });
    const raw = (await ceph.raw()).toString('latin1');
    assert(raw.includes(`plain ${text}`), 'the store has a plain document as it came');
    assert(!raw.includes(`encrypted ${text}`), 'the store has nothing of an encrypted one');
    console.log('ok  on the disk of the store the plain document is read, and the encrypted one is not');
    // The spec starts services of its own over this gateway.
    const browser = ['playwright', 'test', '--project=deep', 'e2e/object-store.deep'];
    await run('npx', browser, { TESTIGO_TEST_S3: JSON.stringify(ceph.settings) });
  } finally {
    await ceph.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function readS3(environment: Readonly<Record<string, string | undefined>>): S3Settings {
  const { s3 } = readSettings(environment);
  assert(s3);
  return s3;
}

async function run(
  program: string,
  options: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(program, options, { stdio: 'inherit', env: { ...process.env, ...more } });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.equal(code, 0, `${program} ${options.join(' ')}`);
}

async function tryStarts(
  settingsOf: (bucket: string, more?: Readonly<Record<string, string>>) => S3Settings,
): Promise<void> {
  await checkObjectStore(settingsOf('plain'));
  await checkObjectStore(settingsOf('locked', lock));
  const refuses = (settings: S3Settings, why: RegExp): Promise<void> =>
    assert.rejects(checkObjectStore(settings), why);
  await refuses(settingsOf('absent'), /^SettingsError: TESTIGO_S3_BUCKET: /);
  await refuses(settingsOf('plain', lock), /^SettingsError: TESTIGO_S3_LOCK: /);
  const credentials = { TESTIGO_S3_SECRET_ACCESS_KEY: 'another' };
  await refuses(settingsOf('plain', credentials), /TESTIGO_S3_ACCESS_KEY_ID: /);
  // Without TLS the gateway encrypts nothing.
  await refuses(settingsOf('plain', { TESTIGO_S3_ENCRYPTION: 'AES256' }), /TESTIGO_S3_ENCRYPTION: /);
  console.log('ok  a start takes both buckets, and refuses what the gateway refuses');
}

async function tryDocuments(folder: string, client: S3Client, buckets: readonly S3Settings[]): Promise<void> {
  for (const settings of buckets) {
    const store = await openObjectStore(folder, settings);
    await (await store.stage(Readable.from([Buffer.from(text)]), 100)).keep(key);
    assert.equal(Buffer.from(await store.bytes(key)).toString(), text);
    const about = { Bucket: settings.bucket, Key: key };
    const { VersionId, ObjectLockMode } = await client.send(new HeadObjectCommand(about));
    assert.equal(ObjectLockMode, settings.lock?.mode);
    if (settings.lock && VersionId !== undefined)
      await assert.rejects(client.send(new DeleteObjectCommand({ ...about, VersionId })), /AccessDenied/);
    await store.remove(key);
    await assert.rejects(store.bytes(key), ObjectMissing);
    console.log(`ok  ${settings.bucket}: stored, read, removed${settings.lock ? '; its version stays' : ''}`);
  }
}

/** A gateway that takes connections and answers nothing: every call ends, and the next one after that works. */
async function tryStall(folder: string, ceph: CephGateway, settings: S3Settings): Promise<void> {
  const waits = { connectMs: 500, idleMs: 500 };
  const store = await openObjectStore(folder, { ...settings, waits });
  const probe = await openStoreProbe(settings);
  const stage = () => store.stage(Readable.from([Buffer.from(text)]), 100);
  await (await stage()).keep(key);
  assert.equal(await probe.reaches(), true);
  const resume = ceph.stall();
  const begun = performance.now();
  const lost = { name: 'StorageUnavailable', store: 'documents', why: 'lost' };
  const staged = await stage();
  await assert.rejects(staged.keep(`${key} 2`), lost);
  await assert.rejects(store.bytes(key), lost);
  await assert.rejects(store.version(key), lost);
  await assert.rejects(store.remove(key), lost);
  assert.equal(await probe.reaches(), false);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  // While calls are repeated the gateway comes back: the caller learns nothing of it.
  setTimeout(resume, 700);
  await staged.keep(`${key} 2`);
  assert.equal(Buffer.from(await store.bytes(`${key} 2`)).toString(), text);
  assert.equal(await probe.reaches(), true);
  await store.remove(key);
  await store.remove(`${key} 2`);
  probe.close();
  console.log(
    `ok  stalled: five calls are given up in ${seconds} s, and one that it comes back for is repeated`,
  );
}

/** Over TLS, with an authority that this process trusts. */
async function tryEncryption(folder: string): Promise<void> {
  const settingsOf = (more: Readonly<Record<string, string>>): S3Settings =>
    readS3({ ...process.env, TESTIGO_S3_BUCKET: 'plain', ...more });
  const kms = { TESTIGO_S3_ENCRYPTION: 'aws:kms', TESTIGO_S3_KMS_KEY: kmsKey };
  await checkObjectStore(settingsOf(kms));
  // The gateway takes this and encrypts nothing: it has no key for it.
  await assert.rejects(
    checkObjectStore(settingsOf({ TESTIGO_S3_ENCRYPTION: 'AES256' })),
    /did not encrypt it/,
  );
  const absent = { ...kms, TESTIGO_S3_KMS_KEY: 'absent' };
  await assert.rejects(checkObjectStore(settingsOf(absent)), /TESTIGO_S3_KMS_KEY: /);
  const client = await s3Client(settingsOf(kms));
  for (const [name, more, algorithm] of [
    ['plain', {}, undefined],
    ['encrypted', kms, 'aws:kms'],
  ] as const) {
    const settings = settingsOf(more);
    const store = await openObjectStore(folder, settings);
    const document = `${name} ${text}`;
    await (await store.stage(Readable.from([Buffer.from(document)]), 100)).keep(name);
    assert.equal(Buffer.from(await store.bytes(name)).toString(), document);
    const about = { Bucket: settings.bucket, Key: name };
    assert.equal((await client.send(new HeadObjectCommand(about))).ServerSideEncryption, algorithm);
  }
  client.destroy();
  await rm(folder, { recursive: true, force: true });
  console.log('ok  over TLS: a start takes a key of the key service, and refuses what is not encrypted');
}
