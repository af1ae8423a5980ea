import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { currentMillis } from '#clock/clock.ts';

/** A bucket of objects over HTTP, as the SDK speaks to it; what it answers can be made to fail. */
export interface S3Server {
  readonly endpoint: string;
  /** Of a service that stores its documents here. */
  readonly settings: Readonly<Record<string, string>>;
  /** By their keys. */
  readonly objects: Map<string, Buffer>;
  /** The newest that a bucket with object lock has of each key, also of those that were removed by a delete marker. */
  readonly versions: Map<string, Buffer>;
  /** Headers of the request that stored an object, by its key; also of what was removed. */
  readonly headers: Map<string, IncomingHttpHeaders>;
  /** Received requests, as `PUT /bucket/key`. */
  readonly requests: string[];
  /**
   * From here on every call is answered this, with the error code of the store, or every one for these keys; undefined: as
   * it should be.
   */
  fail(how: StoreFailure | undefined): void;
  /** From here on no call is answered, until what this returns is called. */
  stall(): () => void;
  close(): Promise<void>;
}

interface StoreFailure {
  readonly status: number;
  readonly code: string;
  readonly keys?: ReadonlySet<string>;
}

export const bucket = 'documents';

export interface S3ServerOptions {
  /** Whether the bucket was made with object lock. */
  readonly hasLock?: boolean;
  /** Keys of the store's key service. */
  readonly kmsKeys?: readonly string[];
  /** Takes documents that are to be encrypted, and does not encrypt them. */
  readonly ignoresEncryption?: boolean;
  /** Takes from pre-signed addresses whatever bytes come, as no store should. */
  readonly isCareless?: boolean;
  /** Answers 403 for what is not there, as to a key that may not list. */
  readonly hidesMissing?: boolean;
  /** Refuses to have its CORS rules read or written. */
  readonly hidesCors?: boolean;
}

/** The newest version of each key, before which others may lie. */
class Versions extends Map<string, Buffer> {
  readonly #older = new Map<string, Buffer[]>();

  nameOf(key: string): string {
    return `version-${this.#older.get(key)?.length ?? 0}`;
  }

  add(key: string, bytes: Buffer): void {
    const newest = this.get(key);
    if (newest) this.#older.set(key, [...(this.#older.get(key) ?? []), newest]);
    this.set(key, bytes);
  }

  /** The version before, if there is one, is what is under the key then. */
  removeNewest(key: string, objects: Map<string, Buffer>): void {
    const before = this.#older.get(key)?.pop();
    this.delete(key);
    if (before) for (const stored of [this, objects]) stored.set(key, before);
  }
}

export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const headers = new Map<string, IncomingHttpHeaders>();
  const objects = new Map<string, Buffer>();
  const versions = new Versions();
  const requests: string[] = [];
  const rules = corsRules(options);
  let failing: StoreFailure | undefined;
  let stalled: Promise<void> | undefined;
  // A busy test is slower than the time after which an idle connection would be closed.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://store');
    const path = decodeURIComponent(pathname);
    requests.push(`${request.method} ${path}`);
    await stalled;
    if (failing && (failing.keys?.has(path.slice(`/${bucket}/`.length)) ?? true)) {
      refuse(response, failing.status, failing.code);
      return;
    }
    if (rules.answers(request, response)) return;
    const signedNames = query.get('X-Amz-SignedHeaders') ?? signedHeadersOf(request.headers.authorization);
    if (signedNames === undefined || !signsAll(signedNames.split(';'), request.headers)) {
      refuse(response, 403, 'AccessDenied');
      return;
    }
    if (query.has('cors')) {
      rules.change(request, response, bytes);
      return;
    }
    const key = path.slice(`/${bucket}/`.length);
    const versionId = versions.nameOf(key);
    const isVersion = query.get('versionId') === versionId;
    const lockedUntil = headers.get(key)?.['x-amz-object-lock-retain-until-date'];
    if (request.method === 'PUT') {
      const isDirect = query.has('X-Amz-Signature');
      const refusal =
        refusalOf(request.headers, options) ?? mismatchOf(request.headers, bytes, isDirect, options);
      if (refusal !== undefined) {
        refuse(response, 400, refusal);
        return;
      }
      objects.set(key, bytes);
      if (options.hasLock) versions.add(key, bytes);
      headers.set(key, request.headers);
      const encryption = request.headers['x-amz-server-side-encryption'];
      if (encryption !== undefined && !options.ignoresEncryption)
        response.setHeader('x-amz-server-side-encryption', encryption);
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      if (isVersion && Date.parse(String(lockedUntil)) > currentMillis()) {
        refuse(response, 403, 'AccessDenied');
        return;
      }
      objects.delete(key);
      if (isVersion) versions.removeNewest(key, objects);
      response.writeHead(204).end();
    } else {
      const found = isVersion ? versions.get(key) : objects.get(key);
      if (!found) {
        refuseMissing(response, options);
        return;
      }
      const lock = lockedUntil === undefined ? {} : { 'x-amz-object-lock-retain-until-date': lockedUntil };
      const version = options.hasLock ? { 'x-amz-version-id': versionId } : {};
      give(response, found, { ...version, ...lock }, request.method === 'HEAD');
    }
  }
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  return {
    endpoint,
    settings: {
      TESTIGO_S3_BUCKET: bucket,
      TESTIGO_S3_ENDPOINT: endpoint,
      TESTIGO_S3_REGION: 'us-east-1',
      TESTIGO_S3_ACCESS_KEY_ID: 'test',
      TESTIGO_S3_SECRET_ACCESS_KEY: 'test',
      TESTIGO_S3_FORCE_PATH_STYLE: '1',
    },
    objects,
    versions,
    headers,
    requests,
    fail: (how) => void (failing = how),
    stall: () => {
      let end = (): void => undefined;
      stalled = new Promise((resolve) => (end = resolve));
      return () => {
        stalled = undefined;
        end();
      };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function give(response: ServerResponse, bytes: Buffer, headers: OutgoingHttpHeaders, isHead: boolean): void {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.writeHead(200, { 'content-length': bytes.length, etag, ...headers });
  response.end(isHead ? undefined : bytes);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function refuseMissing(response: ServerResponse, { hidesMissing }: S3ServerOptions): void {
  if (hidesMissing) refuse(response, 403, 'AccessDenied');
  else refuse(response, 404, 'NoSuchKey');
}

/** What pages of other origins may do, by the rules of the bucket: as text, as they were written. */
function corsRules({ hidesCors }: S3ServerOptions): {
  /** Answers a preflight; any other request goes on. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** Reads the rules, or writes them. */
  change(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void;
} {
  let rules = '';
  return {
    answers({ method, headers }, response) {
      const { origin } = headers;
      const isAllowed = origin !== undefined && rules.includes(`<AllowedOrigin>${origin}</AllowedOrigin>`);
      if (isAllowed) response.setHeader('access-control-allow-origin', origin);
      if (method !== 'OPTIONS') return false;
      const requested = headers['access-control-request-headers'] ?? '';
      if (isAllowed && allowsHeaders(rules, requested)) {
        response.setHeader('access-control-allow-methods', 'PUT');
        response.setHeader('access-control-allow-headers', requested);
        response.writeHead(200).end();
      } else refuse(response, 403, 'AccessForbidden');
      return true;
    },
    change({ method }, response, bytes) {
      if (hidesCors) refuse(response, 403, 'AccessDenied');
      else if (method === 'PUT') {
        rules = bytes.toString();
        response.writeHead(200).end();
      } else if (rules === '') refuse(response, 404, 'NoSuchCORSConfiguration');
      else response.writeHead(200).end(rules);
    },
  };
}

/** Why a store refuses bytes that are not those of the digests that came with them; undefined: they are. */
function mismatchOf(
  sent: IncomingHttpHeaders,
  bytes: Buffer,
  isDirect: boolean,
  { isCareless }: S3ServerOptions,
): string | undefined {
  const digest = (name: string, encoding: 'hex' | 'base64'): string =>
    createHash(name).update(bytes).digest(encoding);
  if (isCareless) return undefined;
  if (isDirect && digest('sha256', 'hex') !== sent['x-amz-content-sha256'])
    return 'XAmzContentSHA256Mismatch';
  return digest('md5', 'base64') === sent['content-md5'] ? undefined : 'BadDigest';
}

/** As the stores of Amazon and Ceph refuse what a bucket cannot do; undefined: it takes the object. */
function refusalOf(
  sent: IncomingHttpHeaders,
  { hasLock = false, kmsKeys = [] }: S3ServerOptions,
): string | undefined {
  const mode = sent['x-amz-object-lock-mode'];
  const until = sent['x-amz-object-lock-retain-until-date'];
  if ((mode === undefined) !== (until === undefined)) return 'InvalidArgument';
  if (mode !== undefined && !hasLock) return 'InvalidRequest';
  if (until !== undefined && !(Date.parse(String(until)) > currentMillis())) return 'InvalidArgument';
  const kmsKey = sent['x-amz-server-side-encryption-aws-kms-key-id'];
  return kmsKey === undefined || kmsKeys.includes(String(kmsKey)) ? undefined : 'KMS.NotFoundException';
}

/** Whether a bucket's rules allow these headers; a name in a rule may end in `*`. */
function allowsHeaders(rules: string, requested: string): boolean {
  const allowed = [...rules.matchAll(/<AllowedHeader>([^<]*)</g)].map(([, name = '']) => name);
  const fits = (name: string): boolean =>
    allowed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return requested.split(',').filter(Boolean).every(fits);
}

/** Undefined where a request is not signed by a header. */
const signedHeadersOf = (authorization = ''): string | undefined =>
  /^AWS4-HMAC-SHA256 .*SignedHeaders=([^,]*)/.exec(authorization)?.[1];

/** Whether a signature covers every header of the store, and every header that it covers came; else a store refuses. */
const signsAll = (signed: readonly string[], headers: IncomingHttpHeaders): boolean =>
  signed.every((name) => name in headers) &&
  Object.keys(headers).every((name) => !name.startsWith('x-amz-') || signed.includes(name));

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on an address has one.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
