import { createHash, randomBytes } from 'node:crypto';
import type { CORSRule, S3Client } from '@aws-sdk/client-s3';
import { SettingsError } from '../../settings/read-setting.ts';
import type { DirectSettings, S3Settings } from '../../settings/object-store.ts';
import { openDirectUploads } from './direct-uploads.ts';
import type { DirectAddress } from './direct-uploads.ts';
import { probeKey, probeLockMs, statusOf } from './s3-client.ts';
import { isAway, StoreAway } from './store-away.ts';

/** By this the rule is found again, among others of the bucket. */
const ruleId = 'testigo';

/**
 * Whether a page may put a document into the bucket, and the store takes no other bytes than an address was signed for. A
 * bucket that does not allow the page yet gets the rule for it, beside its other ones.
 *
 * @param patience milliseconds until the store counts as out of reach
 * @throws SettingsError naming what to look at
 */
export async function checkDirectUploads(
  client: S3Client,
  settings: S3Settings,
  direct: DirectSettings,
  patience: number,
): Promise<void> {
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  const uploads = await openDirectUploads(client, settings);
  const body = Buffer.from('A start of Testigo wrote this as a browser does, and removes it.');
  const digest = (name: string): string => createHash(name).update(body).digest('hex');
  const expected = { size: body.byteLength, md5: digest('md5'), sha256: digest('sha256') };
  // Of its own: another instance that starts now removes its own one.
  const key = `${probeKey}/${randomBytes(6).toString('hex')}`;
  const address = await uploads?.sign(key, expected, 60, probeLockMs);
  if (!address) return;
  const send = (init: RequestInit): Promise<Response> => ask(address.url, init, patience);
  if (!(await allows(address, direct, send))) {
    await allowPage(client, settings.bucket, direct);
    if (!(await allows(address, direct, send)))
      throw new SettingsError(
        `TESTIGO_S3_DIRECT: the bucket does not allow PUT from ${direct.page}, though it has a CORS rule for it.`,
      );
  }
  const put = (bytes: Uint8Array<ArrayBuffer>): Promise<Response> =>
    send({ method: 'PUT', headers: address.headers, body: bytes });
  // As long and of another content: what has the same MD5 is not at hand.
  if ((await put(new Uint8Array(body.map((byte) => byte ^ 1)))).ok)
    throw new SettingsError(
      'TESTIGO_S3_DIRECT: the object store takes other bytes than an address was signed for.',
    );
  const { ok, status } = await put(new Uint8Array(body));
  if (!ok)
    throw new SettingsError(
      `TESTIGO_S3_DIRECT: what is there answers ${status} to a document that is put as a browser does.`,
    );
  if (!(await uploads?.has(key, expected)))
    throw new SettingsError('TESTIGO_S3_DIRECT: what is put there does not come to be in the bucket.');
  await client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: key }));
}

async function ask(url: string, init: RequestInit, patience: number): Promise<Response> {
  const away = (cause?: unknown): StoreAway =>
    new StoreAway('TESTIGO_S3_DIRECT: no object store answers there in time.', { cause });
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  }).catch((error: unknown) => {
    throw away(error);
  });
  // Read to its end, so that the connection is free.
  await answer.arrayBuffer().catch((error: unknown) => {
    throw away(error);
  });
  if (answer.status >= 500 && answer.status !== 501) throw away();
  return answer;
}

/** Asks as a browser does before it sends bytes elsewhere (Fetch, CORS-preflight fetch). */
async function allows(
  { headers }: DirectAddress,
  { page }: DirectSettings,
  send: (init: RequestInit) => Promise<Response>,
): Promise<boolean> {
  // A browser names the type of a file by itself.
  const names = [...Object.keys(headers), 'content-type'].sort();
  const answer = await send({
    method: 'OPTIONS',
    headers: {
      origin: page,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': names.join(','),
    },
  });
  const list = (name: string): string[] =>
    (answer.headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
  const allowed = new Set(list('access-control-allow-headers'));
  return (
    answer.ok &&
    [page, '*'].includes(answer.headers.get('access-control-allow-origin') ?? '') &&
    list('access-control-allow-methods').some((method) => method === 'put' || method === '*') &&
    (allowed.has('*') || names.every((name) => allowed.has(name)))
  );
}

/** Gives the bucket the rule for the page; its other rules stay. */
async function allowPage(client: S3Client, bucket: string, { page }: DirectSettings): Promise<void> {
  const { GetBucketCorsCommand, PutBucketCorsCommand } = await import('@aws-sdk/client-s3');
  const rule: CORSRule = {
    ID: ruleId,
    AllowedOrigins: [page],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['content-md5', 'content-type', 'x-amz-*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 600,
  };
  try {
    const found = await client.send(new GetBucketCorsCommand({ Bucket: bucket })).catch((error: unknown) => {
      if (statusOf(error) === 404) return undefined;
      throw error;
    });
    const others = (found?.CORSRules ?? []).filter(({ ID }) => ID !== ruleId);
    await client.send(
      new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [...others, rule] } }),
    );
  } catch (error) {
    if (isAway(error)) throw error;
    throw new SettingsError(
      `TESTIGO_S3_DIRECT: the bucket does not allow PUT from ${page}, and these credentials may not make it do so (CORS).`,
      { cause: error },
    );
  }
}
