import { createHash } from 'node:crypto';
import { SettingsError } from '../../settings/read-setting.ts';
import type { S3Settings } from '../../settings/object-store.ts';
import { checkDirectUploads } from './check-direct.ts';
import { probeKey, probeLockMs, protectionOf, s3Client, statusOf } from './s3-client.ts';
import { isAway, StoreAway } from './store-away.ts';

/**
 * Whether the object store takes a document and gives it back its place: whoever may only do that may not list.
 *
 * @param patience milliseconds until the store counts as out of reach
 * @throws SettingsError naming what to look at; StoreAway where nothing answers
 */
export async function checkObjectStore(
  settings: S3Settings,
  patience = settings.waits.connectMs,
): Promise<void> {
  const { DeleteObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings, 1);
  const abortSignal = AbortSignal.timeout(patience);
  const body = 'A start of Testigo wrote this, and removes it.';
  try {
    const { ServerSideEncryption: encryptedBy } = await client.send(
      new PutObjectCommand({
        Bucket: settings.bucket,
        Key: probeKey,
        Body: body,
        ContentMD5: createHash('md5').update(body).digest('base64'),
        ...protectionOf(settings, probeLockMs),
      }),
      { abortSignal },
    );
    await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: probeKey }), { abortSignal });
    const algorithm = settings.encryption?.algorithm;
    // Ceph 16 takes AES256 without a word where it has no key for it, and stores what came.
    if (algorithm !== undefined && encryptedBy !== algorithm)
      throw new SettingsError(
        `TESTIGO_S3_ENCRYPTION: the object store took a document and did not encrypt it by ${algorithm}.`,
      );
    if (settings.direct) await checkDirectUploads(client, settings, settings.direct, patience);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new (isAway(error) ? StoreAway : SettingsError)(`${why(error, settings)}.`, { cause: error });
  } finally {
    client.destroy();
  }
}

/** Looks whether the object store answers at all; what it answers to a document is known since the start. */
export interface StoreProbe {
  reaches(): Promise<boolean>;
  close(): void;
}

/** @param patience milliseconds until the store counts as out of reach */
export async function openStoreProbe(settings: S3Settings, patience = 2_000): Promise<StoreProbe> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings, 1);
  return {
    async reaches() {
      try {
        const abortSignal = AbortSignal.timeout(patience);
        await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: probeKey }), { abortSignal });
        return true;
      } catch (error) {
        // The object is not there, which only a store that works can say.
        const status = statusOf(error);
        return status !== undefined && status < 500;
      }
    },
    close: () => client.destroy(),
  };
}

function why(error: unknown, settings: S3Settings): string {
  const status = statusOf(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchBucket' || status === 404)
    return 'TESTIGO_S3_BUCKET: the object store has no bucket of that name';
  if (name === 'CredentialsProviderError')
    return 'TESTIGO_S3_ACCESS_KEY_ID: there are no credentials for the object store';
  const key = settings.encryption?.kmsKey;
  if (status === 401 || status === 403)
    // Some stores refuse a key that they have not as if the caller were unknown.
    return key === undefined
      ? 'TESTIGO_S3_ACCESS_KEY_ID: the object store refuses these credentials, or writing to the bucket by them'
      : 'TESTIGO_S3_ACCESS_KEY_ID, TESTIGO_S3_KMS_KEY: the object store refuses these credentials, writing to the bucket by them, or this key';
  if (status === 301 || status === 307 || name === 'PermanentRedirect')
    return 'TESTIGO_S3_REGION: the bucket is in another region';
  const protection = whyUnprotected(name, status, settings);
  if (protection !== undefined) return protection;
  if (status !== undefined && status >= 400)
    return `TESTIGO_S3_ENDPOINT: what is there answers ${status} to a document`;
  return 'TESTIGO_S3_ENDPOINT: no object store answers there in time';
}

/** What of the lock or the encryption a store refuses; undefined: nothing of them was sent, or it is no such refusal. */
function whyUnprotected(
  name: string,
  status: number | undefined,
  { lock, encryption }: S3Settings,
): string | undefined {
  if (encryption && name.startsWith('KMS.'))
    return 'TESTIGO_S3_KMS_KEY: the object store has no such key, or may not use it';
  if (lock && !encryption && status === 400 && name === 'InvalidRequest')
    return 'TESTIGO_S3_LOCK: the bucket has no object lock; it is given one when it is made';
  const names = [...(lock ? ['TESTIGO_S3_LOCK'] : []), ...(encryption ? ['TESTIGO_S3_ENCRYPTION'] : [])];
  if (names.length > 0 && (status === 400 || status === 501))
    return `${names.join(', ')}: the object store refuses to protect a document so (${name || status})`;
  return undefined;
}
