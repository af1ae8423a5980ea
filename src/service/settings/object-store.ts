import type { Tier } from '#contract/schema/tiers.ts';
import { readOneOf, readOrigin, refuseWithout, SettingsError } from './read-setting.ts';
import type { Read, ReadInteger } from './read-setting.ts';

export interface S3Settings {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly forcePathStyle: boolean;
  /** How long documents are locked; nothing is locked without it. */
  readonly lock: LockSettings | undefined;
  /** Encryption by the store; as the bucket has it without this. */
  readonly encryption: EncryptionSettings | undefined;
  /** Browsers put documents into the store themselves; through the service without this (Rule UP-13). */
  readonly direct: DirectSettings | undefined;
  readonly waits: Waits;
}

/**
 * How long the store is waited for, in milliseconds: until the connection stands, and while nothing moves on it. One that
 * takes a connection and never answers would hold an upload, its slot and the sweep until the next start.
 */
export interface Waits {
  readonly connectMs: number;
  readonly idleMs: number;
}

/** Origins of uploads that do not pass through the service. */
export interface DirectSettings {
  /** Of the store, as browsers reach it: the page may connect to it, and addresses of uploads begin with it. */
  readonly origin: string;
  /** Of the pages, which the bucket's CORS rule allows. */
  readonly page: string;
}

const lockModes = ['GOVERNANCE', 'COMPLIANCE'] as const;
const encryptions = ['AES256', 'aws:kms'] as const;

/** Of S3's object lock: nobody removes a version before its time, or nobody without a permission of its own. */
export interface LockSettings {
  readonly mode: (typeof lockModes)[number];
  readonly days: number;
}

export interface EncryptionSettings {
  readonly algorithm: (typeof encryptions)[number];
  /** Of `aws:kms`; the store's own key without it. */
  readonly kmsKey: string | undefined;
}

const s3Names = [
  ...['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'],
  ...['LOCK', 'LOCK_DAYS', 'ENCRYPTION', 'KMS_KEY', 'DIRECT'],
  ...['CONNECT_TIMEOUT', 'TIMEOUT'],
].map((name) => `TESTIGO_S3_${name}`);

export function readS3(
  read: Read,
  readInteger: ReadInteger,
  service: { readonly page: string | undefined; readonly tier: Tier },
): S3Settings | undefined {
  const bucket = read('TESTIGO_S3_BUCKET');
  const forcePathStyle = readOneOf(read, 'TESTIGO_S3_FORCE_PATH_STYLE', ['0', '1']);
  const [endpoint, region, accessKeyId, secretAccessKey] = s3Names.map(read);
  if (!bucket) {
    refuseWithout('TESTIGO_S3_BUCKET', s3Names, read);
    return undefined;
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new SettingsError(
      'TESTIGO_S3_ACCESS_KEY_ID and TESTIGO_S3_SECRET_ACCESS_KEY are set together or not at all.',
    );
  const url = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (endpoint !== undefined && (!url || !/^https?:$/.test(url.protocol) || url.username || url.password))
    throw new SettingsError('TESTIGO_S3_ENDPOINT is no http or https address without credentials.');
  return {
    bucket,
    endpoint,
    region: region ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    forcePathStyle: forcePathStyle === '1',
    lock: readLock(read, readInteger),
    encryption: readEncryption(read),
    direct: readDirect(read('TESTIGO_S3_DIRECT'), service),
    waits: {
      connectMs: readInteger('TESTIGO_S3_CONNECT_TIMEOUT', 5, 1, 60) * 1000,
      idleMs: readInteger('TESTIGO_S3_TIMEOUT', 30, 1, 600) * 1000,
    },
  };
}

function readDirect(
  value: string | undefined,
  { page, tier }: { readonly page: string | undefined; readonly tier: Tier },
): DirectSettings | undefined {
  if (value === undefined) return undefined;
  const origin = readOrigin('TESTIGO_S3_DIRECT', value);
  if (page === undefined)
    throw new SettingsError(
      'TESTIGO_S3_DIRECT is set without TESTIGO_PUBLIC_URL, the origin of the pages that the bucket has to allow.',
    );
  if (tier !== 'embedded')
    throw new SettingsError(
      `TESTIGO_S3_DIRECT is set, and TESTIGO_TIER is "${tier}", which has no such uploads; expected embedded.`,
    );
  return { origin, page };
}

function readLock(read: Read, readInteger: ReadInteger): LockSettings | undefined {
  const mode = readOneOf(read, 'TESTIGO_S3_LOCK', lockModes);
  if (mode === undefined) {
    refuseWithout('TESTIGO_S3_LOCK', ['TESTIGO_S3_LOCK_DAYS'], read);
    return undefined;
  }
  if (read('TESTIGO_S3_LOCK_DAYS') === undefined)
    throw new SettingsError(
      'TESTIGO_S3_LOCK_DAYS is not set; expected for how many days TESTIGO_S3_LOCK locks a document.',
    );
  return { mode, days: readInteger('TESTIGO_S3_LOCK_DAYS', 1, 1, 36_500) };
}

function readEncryption(read: Read): EncryptionSettings | undefined {
  const algorithm = readOneOf(read, 'TESTIGO_S3_ENCRYPTION', encryptions);
  const kmsKey = read('TESTIGO_S3_KMS_KEY');
  if (algorithm === undefined) {
    refuseWithout('TESTIGO_S3_ENCRYPTION', ['TESTIGO_S3_KMS_KEY'], read);
    return undefined;
  }
  if (kmsKey !== undefined && algorithm !== 'aws:kms')
    throw new SettingsError(
      `TESTIGO_S3_KMS_KEY is set, and TESTIGO_S3_ENCRYPTION is "${algorithm}"; expected aws:kms.`,
    );
  return { algorithm, kmsKey };
}
