import { createHash } from 'node:crypto';
import { SettingsError } from '../../settings.ts';
import type { S3Settings } from '../../settings.ts';
import { s3Client } from './s3-client.ts';

/** Under this key a start writes and removes a few bytes. */
const probe = 'testigo-start-check';

/**
 * Whether the object store takes a document and gives it back its place: whoever may only do that may not list.
 *
 * @param patience milliseconds until the store counts as out of reach
 * @throws SettingsError naming what to look at
 */
export async function checkObjectStore(settings: S3Settings, patience = 5_000): Promise<void> {
  const { DeleteObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings, 1);
  const abortSignal = AbortSignal.timeout(patience);
  const body = 'A start of Testigo wrote this, and removes it.';
  try {
    await client.send(
      new PutObjectCommand({
        Bucket: settings.bucket,
        Key: probe,
        Body: body,
        ContentMD5: createHash('md5').update(body).digest('base64'),
      }),
      { abortSignal },
    );
    await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: probe }), { abortSignal });
  } catch (error) {
    throw new SettingsError(`${why(error)}.`, { cause: error });
  } finally {
    client.destroy();
  }
}

function why(error: unknown): string {
  const status = statusOf(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchBucket' || status === 404)
    return 'TESTIGO_S3_BUCKET: the object store has no bucket of that name';
  if (name === 'CredentialsProviderError')
    return 'TESTIGO_S3_ACCESS_KEY_ID: there are no credentials for the object store';
  if (status === 401 || status === 403)
    return 'TESTIGO_S3_ACCESS_KEY_ID: the object store refuses these credentials, or writing to the bucket by them';
  if (status === 301 || status === 307 || name === 'PermanentRedirect')
    return 'TESTIGO_S3_REGION: the bucket is in another region';
  if (status !== undefined && status >= 400)
    return `TESTIGO_S3_ENDPOINT: what is there answers ${status} to a document`;
  return 'TESTIGO_S3_ENDPOINT: no object store answers there in time';
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { httpStatusCode } = error.$metadata as { readonly httpStatusCode?: number };
  return httpStatusCode;
}
