import { isIP } from 'node:net';
import type { Tier } from '#contract/schema/tiers.ts';
import { tiers } from '#contract/schema/tiers.ts';
import { limits } from '#contract/operations/limits.ts';
import { unknownName } from './unknown-names.ts';

/** Everything that is configured, read once from the environment at start. */
export interface Settings {
  readonly port: number;
  readonly host: string;
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

export interface PostgresqlSettings {
  /** Most connections at once; one more holds the locks of the instance. */
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
}

/** A file that its owner alone may read, or the secret itself. */
export type SecretSource = { readonly file: string } | { readonly value: string };

/** Outside authorities; what is not configured is absent, and what needs it is refused. */
export interface AuthoritySettings {
  readonly stamps: StampSettings | undefined;
  /** Folder of the certificates of authorities whose signers are accepted; PEM or DER. */
  readonly issuers: string | undefined;
  /** Instead of the address in a signer's certificate. */
  readonly ocsp: URL | undefined;
  readonly anchor: AnchorSettings | undefined;
}

export interface StampSettings {
  /** Called in this order. */
  readonly addresses: readonly URL[];
  /** What witnesses call the provider. */
  readonly provider: string;
  /** Folder of the certificates to which signers of time-stamps must lead; PEM or DER. */
  readonly anchors: string;
  /** Policy that is requested and that a token must have. */
  readonly policy: string | undefined;
  /** File with `host user:password`, one a line. */
  readonly credentials: string | undefined;
  readonly timeoutMs: number;
}

export interface AnchorSettings {
  readonly rpc: URL;
  /** The chain's id, which the node must have. */
  readonly network: number;
  /** File of the key, 64 hexadecimal digits, readable by its owner alone; or a signer that has the key. */
  readonly signer: { readonly keyFile: string } | { readonly address: URL; readonly from: string };
  /** Contract that takes the root as its data; the sender itself where there is none. */
  readonly to: string | undefined;
  readonly confirmations: number;
  /** Seconds after which a transaction that is in no block is sent again with a higher fee. */
  readonly replaceAfter: number;
  /** Most gwei for one unit of gas. */
  readonly maxFee: number;
}

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

/** A setting that cannot be used; the message names the variable, what it held and what was expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

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
    dataFolder: read('TESTIGO_DATA') ?? '.data',
    databaseUrl,
    postgresql: readPostgresql(read, readInteger, databaseUrl),
    roles: readRoles(read('TESTIGO_ROLES'), databaseUrl !== undefined),
    secret: readSecretSource(read),
    drainMs: readInteger('TESTIGO_DRAIN', isLaptop ? 0 : 5, 0, 600) * 1000,
    traces: readTraces(read('TESTIGO_TRACES')),
    s3: readS3(read, readInteger, oneOf('TESTIGO_S3_FORCE_PATH_STYLE', ['0', '1'], '0') === '1', (value) =>
      readDirect(value, publicOrigin, tier),
    ),
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
    seed: readInteger('TESTIGO_SEED', 151, 0, 2 ** 31 - 1),
    retentionDays: readInteger('TESTIGO_RETENTION_DAYS', 0, 0, 36_500) || undefined,
    terms: readId('TESTIGO_TERMS', read('TESTIGO_TERMS')),
    trustedProxies: list('TESTIGO_TRUSTED_PROXY').map((network) => readNetwork(network)),
    hosts: list('TESTIGO_HOSTS'),
    connect: list('TESTIGO_CONNECT').map((origin) => readOrigin('TESTIGO_CONNECT', origin)),
    upstream,
    authorities: {
      stamps: readStamps(read, readInteger),
      issuers: read('TESTIGO_ISSUERS'),
      ocsp: readAddress('TESTIGO_OCSP_URL', read('TESTIGO_OCSP_URL')),
      anchor: readAnchor(read, readInteger),
    },
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

function readPostgresql(
  read: Read,
  readInteger: ReadInteger,
  databaseUrl: string | undefined,
): PostgresqlSettings {
  if (databaseUrl === undefined)
    refuseWithout('DATABASE_URL', ['TESTIGO_POOL', 'TESTIGO_STATEMENT_TIMEOUT'], read);
  return {
    // A transaction may need a second connection beside its own.
    poolSize: readInteger('TESTIGO_POOL', 10, 2, 1000),
    statementTimeoutMs: readInteger('TESTIGO_STATEMENT_TIMEOUT', 60, 1, 3600) * 1000,
  };
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

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // What was given may hold a password, so it is not repeated.
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new SettingsError(
      'DATABASE_URL is no address of PostgreSQL; expected postgres://role:password@host:port/database.',
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

/** @throws SettingsError where one of these is set, without the one that they belong to */
function refuseWithout(first: string, others: readonly string[], read: Read): void {
  const [setting] = others.filter((name) => read(name) !== undefined);
  if (setting !== undefined) throw new SettingsError(`${setting} is set without ${first}.`);
}

const anchorNames = [
  ...['NETWORK', 'KEY_FILE', 'SIGNER', 'FROM', 'TO'],
  ...['CONFIRMATIONS', 'REPLACE_AFTER', 'MAX_FEE'],
];

type Read = (name: string) => string | undefined;
type ReadInteger = (name: string, fallback: number, least: number, most: number) => number;

function readStamps(read: Read, readInteger: ReadInteger): StampSettings | undefined {
  const addresses = (read('TESTIGO_TSA_URLS') ?? '')
    .split(/[\s,]+/)
    .flatMap((one) => readAddress('TESTIGO_TSA_URLS', one || undefined) ?? []);
  const [first] = addresses;
  const names = ['ANCHORS', 'NAME', 'POLICY', 'CREDENTIALS', 'TIMEOUT'].map((name) => `TESTIGO_TSA_${name}`);
  if (!first) {
    refuseWithout('TESTIGO_TSA_URLS', names, read);
    return undefined;
  }
  const anchors = read('TESTIGO_TSA_ANCHORS');
  if (anchors === undefined)
    throw new SettingsError(
      'TESTIGO_TSA_ANCHORS is not set; expected the folder of the certificates that TESTIGO_TSA_URLS answer under.',
    );
  const policy = read('TESTIGO_TSA_POLICY');
  if (policy !== undefined && !/^[0-2](\.(0|[1-9]\d{0,17})){1,31}$/.test(policy))
    throw new SettingsError(
      `TESTIGO_TSA_POLICY is "${policy}"; expected an object identifier such as 1.3.6.1.4.1.`,
    );
  return {
    addresses,
    anchors,
    policy,
    provider: read('TESTIGO_TSA_NAME') ?? first.hostname,
    credentials: read('TESTIGO_TSA_CREDENTIALS'),
    // Below `certificateTime`, in which a call ends: what came later would be thrown away, and paid for.
    timeoutMs: readInteger('TESTIGO_TSA_TIMEOUT', 10, 1, 20) * 1000,
  };
}

function readAnchor(read: Read, readInteger: ReadInteger): AnchorSettings | undefined {
  const address = read('TESTIGO_ANCHOR_RPC');
  const names = anchorNames.map((name) => `TESTIGO_ANCHOR_${name}`);
  if (address === undefined) {
    refuseWithout('TESTIGO_ANCHOR_RPC', names, read);
    return undefined;
  }
  const rpc = parseUrl('TESTIGO_ANCHOR_RPC', address);
  const network = readInteger('TESTIGO_ANCHOR_NETWORK', 0, 0, 2 ** 31 - 1);
  if (network === 0)
    throw new SettingsError('TESTIGO_ANCHOR_NETWORK is not set; expected the id of the chain.');
  const evm = (name: string): string | undefined => {
    const value = read(name);
    if (value !== undefined && !/^0x[0-9a-f]{40}$/i.test(value))
      throw new SettingsError(`${name} is "${value}"; expected 0x and 40 hexadecimal digits.`);
    return value?.toLowerCase();
  };
  const keyFile = read('TESTIGO_ANCHOR_KEY_FILE');
  const signer = read('TESTIGO_ANCHOR_SIGNER');
  const from = evm('TESTIGO_ANCHOR_FROM');
  if ((keyFile === undefined) === (signer === undefined))
    throw new SettingsError(
      'TESTIGO_ANCHOR_RPC needs one of TESTIGO_ANCHOR_KEY_FILE and TESTIGO_ANCHOR_SIGNER.',
    );
  if (signer !== undefined && from === undefined)
    throw new SettingsError(
      'TESTIGO_ANCHOR_FROM is not set; expected the address for which the signer signs.',
    );
  return {
    rpc,
    network,
    signer:
      keyFile === undefined
        ? { address: parseUrl('TESTIGO_ANCHOR_SIGNER', signer ?? ''), from: from ?? '' }
        : { keyFile },
    to: evm('TESTIGO_ANCHOR_TO'),
    confirmations: readInteger('TESTIGO_ANCHOR_CONFIRMATIONS', 12, 1, 100_000),
    replaceAfter: readInteger('TESTIGO_ANCHOR_REPLACE_AFTER', 180, 1, 86_400),
    maxFee: readInteger('TESTIGO_ANCHOR_MAX_FEE', 500, 1, 1_000_000),
  };
}

/** Time-stamps and OCSP responses are signed, and their authorities answer over http too. */
function readAddress(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw new SettingsError(`${name} has "${value}"; expected an http or https address without credentials.`);
  return url;
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

function readOrigin(name: string, value: string): string {
  const url = parseUrl(name, value);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new SettingsError(`${name} has "${value}"; expected an origin such as https://api.example.com.`);
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

function readOneOf<T extends string>(read: Read, name: string, values: readonly T[]): T | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const found = values.find((known) => known === value);
  if (!found) throw new SettingsError(`${name} is "${value}"; expected one of ${values.join(', ')}.`);
  return found;
}

const s3Names = [
  ...['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'],
  ...['LOCK', 'LOCK_DAYS', 'ENCRYPTION', 'KMS_KEY', 'DIRECT'],
].map((name) => `TESTIGO_S3_${name}`);

function readS3(
  read: Read,
  readInteger: ReadInteger,
  forcePathStyle: boolean,
  direct: (value: string | undefined) => DirectSettings | undefined,
): S3Settings | undefined {
  const bucket = read('TESTIGO_S3_BUCKET');
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
    forcePathStyle,
    lock: readLock(read, readInteger),
    encryption: readEncryption(read),
    direct: direct(read('TESTIGO_S3_DIRECT')),
  };
}

function readDirect(
  value: string | undefined,
  page: string | undefined,
  tier: Tier,
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
