import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { currentMillis } from '#clock/clock.ts';
import type { S3Settings } from '../../settings/object-store.ts';
import { tracedCall } from '../../tracing/spans.ts';

/** @param attempts how often a call is tried; the library's own number without it */
export async function s3Client(settings: S3Settings, attempts?: number): Promise<S3Client> {
  // Ten lines about Node versions to come say nothing to whoever runs this one.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle, waits } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    requestHandler: { connectionTimeout: waits.connectMs, socketTimeout: waits.idleMs },
    // Other makers' stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(attempts === undefined ? {} : { maxAttempts: attempts }),
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  client.middlewareStack.add(
    (next, { commandName = 'S3Command' }) => {
      const method = commandName.replace(/Command$/, '');
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method };
      // The attempts of a call, and no key: those have names of files in them.
      return (args) => tracedCall(`S3 ${method}`, attributes, () => next(args));
    },
    { step: 'initialize', name: 'testigoTrace' },
  );
  return client;
}

/** Under this key a start writes and removes a few bytes. */
export const probeKey = 'testigo-start-check';
/** Milliseconds for which the probe is locked: longer than the clocks of the store and of this machine may differ. */
export const probeLockMs = 3_600_000;

/** The status that an error of the library was made of; undefined where the store answered nothing. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { httpStatusCode } = error.$metadata as { readonly httpStatusCode?: number };
  return httpStatusCode;
}

const dayMs = 86_400_000;

/**
 * How the store protects an object that is put now. The client sends it in headers, which its signature covers.
 *
 * @param lockMs how long the object is locked, where the settings have a lock
 */
export function protectionOf(
  { lock, encryption }: S3Settings,
  lockMs = (lock?.days ?? 0) * dayMs,
): Partial<PutObjectCommandInput> {
  return {
    ...(lock && {
      ObjectLockMode: lock.mode,
      ObjectLockRetainUntilDate: new Date(currentMillis() + lockMs),
    }),
    ...(encryption && { ServerSideEncryption: encryption.algorithm }),
    ...(encryption?.kmsKey !== undefined && { SSEKMSKeyId: encryption.kmsKey }),
  };
}
