import { isIP } from 'node:net';
import type { Tier } from '#contract/schema/tiers.ts';
import { tiers } from '#contract/schema/tiers.ts';
import { limits } from '#contract/operations/limits.ts';
import { readAuthorities } from './settings/authorities.ts';
import type { AuthoritySettings } from './settings/authorities.ts';
import { readS3 } from './settings/object-store.ts';
import type { S3Settings } from './settings/object-store.ts';
import { readDatabaseUrl, readPostgresql } from './settings/postgresql.ts';
import type { PostgresqlSettings } from './settings/postgresql.ts';
import {
  parseUrl,
  readListenAddress,
  readOneOf,
  readOrigin,
  SettingsError,
} from './settings/read-setting.ts';
import type { ListenAddress, Read } from './settings/read-setting.ts';
import { readConnectionTimes } from './settings/timeouts.ts';
import type { ConnectionTimes } from './settings/timeouts.ts';
import { unknownName } from './unknown-names.ts';

/** Everything that is configured, read once from the environment at start. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Where `/metrics`, `/readyz` and `/livez` are served to an inner network (Rule ST-53); nowhere without it. */
  readonly metrics: ListenAddress | undefined;
  /** Folder of the embedded database, objects, secret and lock. */
  readonly dataFolder: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly postgresql: PostgresqlSettings;
  readonly roles: Roles;
  /** Where the secret comes from; the file `secret` of the data folder without it. */
  readonly secret: SecretSource | undefined;
  /** How long requests are still answered after a signal while `/readyz` is 503 (Rule ST-46). */
  readonly drainMs: number;
  /** Where spans are sent by OTLP over HTTP; nothing is traced without it. */
  readonly traces: URL | undefined;
  readonly s3: S3Settings | undefined;
  readonly sandbox: boolean;
  /** Whom `/sandbox/*` answers: this machine alone, or whoever reaches the service (Rule ST-6). */
  readonly sandboxFor: 'machine' | 'everybody';
  /** The origin by which callers reach the service, where it is not given by a Host that was allowed (Rule ST-41). */
  readonly publicOrigin: string | undefined;
  readonly tier: Tier;
  readonly nesting: 'whole' | 'stub';
  /** Bytes. */
  readonly uploadMax: number;
  /** Files that may be on their way in at once. */
  readonly uploads: number;
  /** Of one organization at once. */
  readonly uploadsPerKey: number;
  /** Requests a minute a key; 0 is off. */
  readonly rate: number;
  /** Requests a minute of one remote address that bring no key known here; 0 is off. */
  readonly rateAnonymous: number;
  /** Connections of one remote address at once; 0 is off. */
  readonly connectionsPerAddress: number;
  readonly connectionTimes: ConnectionTimes;
  readonly seed: number;
  /** After so many days drafts and rejected requests without a signature are removed; never without it. */
  readonly retentionDays: number | undefined;
  /** Id of the signature request whose document is the service's own terms. */
  readonly terms: string | undefined;
  /** Addresses and networks whose X-Forwarded-For and X-Forwarded-Proto count (Rule ST-47). */
  readonly trustedProxies: readonly string[];
  /** Further names that are taken as Host. */
  readonly hosts: readonly string[];
  /** Further origins that the page may reach. */
  readonly connect: readonly string[];
  /** Another service behind this dashboard; with it no local data is opened. */
  readonly upstream: URL | undefined;
  /** Whom the service asks with the sandbox off. */
  readonly authorities: AuthoritySettings;
}

/** What an instance does: it answers requests, it preserves and sweeps, or both (Rule ST-45). */
export interface Roles {
  readonly web: boolean;
  readonly worker: boolean;
}

/** A file that its owner alone may read, or the secret itself. */
export type SecretSource = { readonly file: string } | { readonly value: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SettingsError naming the variable */
export function readSettings(environment: Environment): Settings {
  const known = new Set<string>();
  const read = (name: string): string | undefined => {
    known.add(name);
    return environment[name]?.trim() || undefined;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T =>
    readOneOf(read, name, values) ?? fallback;
  const readInteger = (name: string, fallback: number, least: number, most: number): number => {
    const value = read(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new SettingsError(`${name} is "${value}"; expected a whole number from ${least} to ${most}.`);
    return number;
  };
  const list = (name: string): string[] => (read(name) ?? '').split(/[\s,]+/).filter(Boolean);
  const upstream = readUpstream(read('TESTIGO_UPSTREAM'));
  const host = read('HOST') ?? '127.0.0.1';
  const databaseUrl = readDatabaseUrl(read('DATABASE_URL'));
  const isLaptop = isLoopbackName(host) && databaseUrl === undefined;
  const sandbox = oneOf('TESTIGO_SANDBOX', ['0', '1', 'open'], isLaptop ? '1' : '0');
  const uploads = readInteger('TESTIGO_UPLOADS', 256, 1, 100_000);
  const publicOrigin = readPublicOrigin(read('TESTIGO_PUBLIC_URL'));
  const tier = oneOf('TESTIGO_TIER', tiers, 'embedded');
  const settings: Settings = {
    port: readInteger('PORT', 4310, 0, 65_535),
    host,
    metrics: readListenAddress('TESTIGO_METRICS', read('TESTIGO_METRICS')),
    dataFolder: read('TESTIGO_DATA') ?? '.data',
    databaseUrl,
    postgresql: readPostgresql(read, readInteger, databaseUrl),
    roles: readRoles(read('TESTIGO_ROLES'), databaseUrl !== undefined),
    secret: readSecretSource(read),
    drainMs: readInteger('TESTIGO_DRAIN', isLaptop ? 0 : 5, 0, 600) * 1000,
    traces: readTraces(read('TESTIGO_TRACES')),
    s3: readS3(read, readInteger, { page: publicOrigin, tier }),
    sandbox: upstream ? false : sandbox !== '0',
    sandboxFor: sandbox === 'open' ? 'everybody' : 'machine',
    publicOrigin,
    tier,
    nesting: oneOf('TESTIGO_NESTING', ['whole', 'stub'], 'whole'),
    uploadMax: readInteger('TESTIGO_UPLOAD_MAX', limits.uploadBytes, 1, 2 ** 40),
    uploads,
    uploadsPerKey: readInteger('TESTIGO_UPLOADS_PER_KEY', Math.min(16, uploads), 1, 100_000),
    rate: readInteger('TESTIGO_RATE', 6000, 0, 10_000_000),
    rateAnonymous: readInteger('TESTIGO_RATE_ANONYMOUS', 6000, 0, 10_000_000),
    connectionsPerAddress: readInteger('TESTIGO_CONNECTIONS_PER_ADDRESS', 200, 0, 100_000),
    connectionTimes: readConnectionTimes(readInteger),
    seed: readInteger('TESTIGO_SEED', 151, 0, 2 ** 31 - 1),
    retentionDays: readInteger('TESTIGO_RETENTION_DAYS', 0, 0, 36_500) || undefined,
    terms: readId('TESTIGO_TERMS', read('TESTIGO_TERMS')),
    trustedProxies: list('TESTIGO_TRUSTED_PROXY').map((network) => readNetwork(network)),
    hosts: list('TESTIGO_HOSTS'),
    connect: list('TESTIGO_CONNECT').map((origin) => readOrigin('TESTIGO_CONNECT', origin)),
    upstream,
    authorities: readAuthorities(read, readInteger),
  };
  const unknown = unknownName(Object.keys(environment), known);
  if (!unknown) return settings;
  throw new SettingsError(`${unknown.name} is no setting; the nearest one is ${unknown.nearest}.`);
}

/** Whether an address to listen on is reached from this machine alone. */
export function isLoopbackName(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** What the start says aloud of settings that let in more than a laptop does; a sentence each. */
export function warningsOf(settings: Settings): string[] {
  const { sandbox, sandboxFor, host, hosts, databaseUrl, publicOrigin, upstream } = settings;
  const isLaptop = isLoopbackName(host) && databaseUrl === undefined;
  const warnings: string[] = [];
  if (sandbox && sandboxFor === 'everybody')
    warnings.push(
      'TESTIGO_SANDBOX is "open": whoever reaches this service is given the keys of the demo and acts as its signers. It is for demonstrations, never for data of others.',
    );
  else if (sandbox && !isLaptop)
    warnings.push(
      'TESTIGO_SANDBOX is "1": this service has a demo with authorities of its own, whose certificates prove nothing, and gives its keys to whoever is on this machine.',
    );
  if (!isLoopbackName(host) && !publicOrigin && hosts.length === 0 && !upstream)
    warnings.push(
      'TESTIGO_PUBLIC_URL is absent: this service does not know by which address it is reached, and gives no upload addresses.',
    );
  return warnings;
}

function readRoles(value: string | undefined, isShared: boolean): Roles {
  const names = (value ?? 'web,worker').split(/[\s,]+/).filter(Boolean);
  const isKnown = names.every((name) => name === 'web' || name === 'worker');
  if (!isKnown || names.length === 0 || new Set(names).size !== names.length)
    throw new SettingsError(`TESTIGO_ROLES is "${value}"; expected web, worker or web,worker.`);
  const roles = { web: names.includes('web'), worker: names.includes('worker') };
  if (!isShared && !(roles.web && roles.worker))
    throw new SettingsError(
      `TESTIGO_ROLES is "${value}"; expected web,worker, because the embedded database belongs to one process.`,
    );
  return roles;
}

function readSecretSource(read: Read): SecretSource | undefined {
  const [file, value] = [read('TESTIGO_SECRET_FILE'), read('TESTIGO_SECRET')];
  if (file !== undefined && value !== undefined)
    throw new SettingsError('TESTIGO_SECRET_FILE and TESTIGO_SECRET are both set; expected one of them.');
  if (file !== undefined) return { file };
  if (value === undefined) return undefined;
  // The value is never repeated.
  if (!/^[0-9a-f]{64}$/i.test(value))
    throw new SettingsError('TESTIGO_SECRET is no secret; expected 64 hexadecimal digits.');
  return { value };
}

function readNetwork(value: string): string {
  const [address = '', bits, ...others] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (most < 0 || !isPrefix || others.length > 0)
    throw new SettingsError(
      `TESTIGO_TRUSTED_PROXY has "${value}"; expected addresses or networks such as 10.0.0.0/8.`,
    );
  return value;
}

/** A collector in a private network is often reached by http: spans have no secret. */
function readTraces(value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/' || url.username || url.password)
    throw new SettingsError(
      'TESTIGO_TRACES is not an address of a collector; expected one such as http://127.0.0.1:4318/v1/traces.',
    );
  return url;
}

function readPublicOrigin(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = parseUrl('TESTIGO_PUBLIC_URL', value);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new SettingsError(
      'TESTIGO_PUBLIC_URL has more than an origin; expected one such as https://testigo.example.com.',
    );
  return url.origin;
}

function readId(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[0-9a-f]{24}$/i.test(value))
    throw new SettingsError(`${name} is "${value}"; expected an id of 24 hexadecimal digits.`);
  return value?.toLowerCase();
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
