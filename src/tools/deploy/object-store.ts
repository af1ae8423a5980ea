/**
 * The object store against a gateway of Ceph from Debian's packages: what a start says of it, documents that are stored, read
 * and removed, and documents that are locked. `npm run deep -- object store`; exits 1 on the first thing that is otherwise.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { readSettings } from '#service/settings.ts';
import type { S3Settings } from '#service/settings.ts';
import { checkObjectStore } from '#service/storage/objects/check-objects.ts';
import { ObjectMissing, openObjectStore } from '#service/storage/objects/objects.ts';
import { s3Client } from '#service/storage/objects/s3-client.ts';
import { startCeph } from './ceph.ts';

const key = 'organización/1/carpeta con espacios/contrato ñ.pdf';
const text = 'a document';

const ceph = await startCeph();
const folder = await mkdtemp(join(tmpdir(), 'testigo-object-store-'));
try {
  const settingsOf = (bucket: string, more: Readonly<Record<string, string>> = {}): S3Settings => {
    const { s3 } = readSettings({ ...ceph.settings, ...more, TESTIGO_S3_BUCKET: bucket });
    assert(s3);
    return s3;
  };
  const lock = { TESTIGO_S3_LOCK: 'COMPLIANCE', TESTIGO_S3_LOCK_DAYS: '30' };
  const client = await s3Client(settingsOf('plain'));
  await client.send(new CreateBucketCommand({ Bucket: 'plain' }));
  await client.send(new CreateBucketCommand({ Bucket: 'locked', ObjectLockEnabledForBucket: true }));

  await checkObjectStore(settingsOf('plain'));
  await checkObjectStore(settingsOf('locked', lock));
  await assert.rejects(checkObjectStore(settingsOf('absent')), /^SettingsError: TESTIGO_S3_BUCKET: /);
  await assert.rejects(checkObjectStore(settingsOf('plain', lock)), /^SettingsError: TESTIGO_S3_LOCK: /);
  const refused = { TESTIGO_S3_SECRET_ACCESS_KEY: 'another' };
  await assert.rejects(checkObjectStore(settingsOf('plain', refused)), /TESTIGO_S3_ACCESS_KEY_ID: /);
  // Without TLS the gateway encrypts nothing.
  const encrypted = { TESTIGO_S3_ENCRYPTION: 'AES256' };
  await assert.rejects(checkObjectStore(settingsOf('plain', encrypted)), /TESTIGO_S3_ENCRYPTION: /);
  console.log('ok  a start takes both buckets, and refuses what the gateway refuses');

  for (const settings of [settingsOf('plain'), settingsOf('locked', lock)]) {
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
  client.destroy();
} finally {
  await ceph.close();
  await rm(folder, { recursive: true, force: true });
}
