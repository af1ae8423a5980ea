import type { Tier } from '#contract/tiers.ts';
import { tiers } from '#contract/tiers.ts';
import { limits } from '#contract/limits.ts';

/** Everything that is configured, read once from the environment at start. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database, objects, secret and lock. */
  readonly dataFolder: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly s3: S3Settings | undefined;
  readonly sandbox: boolean;
  readonly tier: Tier;
  readonly nesting: 'whole' | 'stub';
  /** Bytes. */
  readonly uploadMax: number;
  /** Files that may be on their way in at once. */
  readonly uploads: number;
  /** Requests a minute a key; 0 is off. */
  readonly rate: number;
  readonly seed: number;
  /** Further names that are taken as Host. */
  readonly hosts: readonly string[];
  /** Further origins that the page may reach. */
  readonly connect: readonly string[];
  /** Another service behind this dashboard; with it no local data is opened. */
  readonly upstream: URL | undefined;
}

export interface S3Settings {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly forcePathStyle: boolean;
}

/** A setting that cannot be used; the message names the variable, what it held and what was expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SettingsError naming the variable */
export function readSettings(environment: Environment): Settings {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = read(name);
    if (value === undefined) return fallback;
    const found = values.find((known) => known === value);
    if (!found) throw new SettingsError(`${name} is "${value}"; expected one of ${values.join(', ')}.`);
    return found;
  };
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const value = read(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new SettingsError(`${name} is "${value}"; expected a whole number from ${least} to ${most}.`);
    return number;
  };
  const list = (name: string): string[] => (read(name) ?? '').split(/[\s,]+/).filter(Boolean);
  const upstream = readUpstream(read('TESTIGO_UPSTREAM'));
  return {
    port: whole('PORT', 4310, 0, 65_535),
    host: read('HOST') ?? '127.0.0.1',
    dataFolder: read('TESTIGO_DATA') ?? '.data',
    databaseUrl: read('DATABASE_URL'),
    s3: readS3(read),
    sandbox: upstream ? false : oneOf('TESTIGO_SANDBOX', ['1', '0'], '1') === '1',
    tier: oneOf('TESTIGO_TIER', tiers, 'embedded'),
    nesting: oneOf('TESTIGO_NESTING', ['whole', 'stub'], 'whole'),
    uploadMax: whole('TESTIGO_UPLOAD_MAX', limits.uploadBytes, 1, 2 ** 40),
    uploads: whole('TESTIGO_UPLOADS', 256, 1, 100_000),
    rate: whole('TESTIGO_RATE', 6000, 0, 10_000_000),
    seed: whole('TESTIGO_SEED', 151, 0, 2 ** 31 - 1),
    hosts: list('TESTIGO_HOSTS'),
    connect: list('TESTIGO_CONNECT').map((origin) => readOrigin(origin)),
    upstream,
  };
}

function readUpstream(value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = parseUrl('TESTIGO_UPSTREAM', value);
  if (url.username || url.password || url.search || url.hash)
    throw new SettingsError(
      'TESTIGO_UPSTREAM carries credentials, a query or a fragment; expected a plain address.',
    );
  return url;
}

function readOrigin(value: string): string {
  const url = parseUrl('TESTIGO_CONNECT', value);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new SettingsError(
      `TESTIGO_CONNECT has "${value}"; expected an origin such as https://api.example.com.`,
    );
  return url.origin;
}

/** https, or http for loopback only: nothing else may carry a key. */
function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const loopback = url && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback)))
    throw new SettingsError(
      `${name} has "${value}"; expected an absolute https address (http for loopback).`,
    );
  return url;
}

function readS3(read: (name: string) => string | undefined): S3Settings | undefined {
  const bucket = read('TESTIGO_S3_BUCKET');
  if (!bucket) return undefined;
  return {
    bucket,
    endpoint: read('TESTIGO_S3_ENDPOINT'),
    region: read('TESTIGO_S3_REGION') ?? 'us-east-1',
    accessKeyId: read('TESTIGO_S3_ACCESS_KEY_ID'),
    secretAccessKey: read('TESTIGO_S3_SECRET_ACCESS_KEY'),
    forcePathStyle: read('TESTIGO_S3_FORCE_PATH_STYLE') === '1',
  };
}
