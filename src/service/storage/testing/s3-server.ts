import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { currentMillis } from '#clock/clock.ts';

/** A bucket of objects over HTTP, as the SDK speaks to it; what it answers can be made to fail. */
export interface S3Server {
  readonly endpoint: string;
  /** Of a service that stores its documents here. */
  readonly settings: Readonly<Record<string, string>>;
  /** By their keys. */
  readonly objects: Map<string, Buffer>;
  /** What a bucket with object lock has of each key, also of those that were removed by a delete marker. */
  readonly versions: Map<string, Buffer>;
  /** Headers of the request that stored an object, by its key; also of what was removed. */
  readonly headers: Map<string, IncomingHttpHeaders>;
  /** Received requests, as `PUT /bucket/key`. */
  readonly requests: string[];
  /** From here on every call is answered this, with the error code of the store; undefined: as it should be. */
  fail(how: { readonly status: number; readonly code: string } | undefined): void;
  /** From here on no call is answered, until what this returns is called. */
  stall(): () => void;
  close(): Promise<void>;
}

export const bucket = 'documents';

/** Of every object in a bucket with object lock: each key is written once. */
const versionId = 'first';

export interface S3ServerOptions {
  /** Whether the bucket was made with object lock. */
  readonly hasLock?: boolean;
  /** Keys of the store's key service. */
  readonly kmsKeys?: readonly string[];
}

export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const headers = new Map<string, IncomingHttpHeaders>();
  const objects = new Map<string, Buffer>();
  const versions = new Map<string, Buffer>();
  const requests: string[] = [];
  let failing: { readonly status: number; readonly code: string } | undefined;
  let stalled: Promise<void> | undefined;
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const refuse = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // a stream without encoding
    const bytes = Buffer.concat(chunks);
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    requests.push(`${request.method} ${path}`);
    await stalled;
    if (failing) {
      refuse(response, failing.status, failing.code);
      return;
    }
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
    if (!isSigned || unsignedHeaders(request.headers).length > 0) {
      refuse(response, 403, 'AccessDenied');
      return;
    }
    const key = path.slice(`/${bucket}/`.length);
    const isVersion = new URLSearchParams((request.url ?? '').split('?')[1]).get('versionId') === versionId;
    const lockedUntil = headers.get(key)?.['x-amz-object-lock-retain-until-date'];
    if (request.method === 'PUT') {
      const refusal = refusalOf(request.headers, options);
      if (refusal !== undefined) {
        refuse(response, 400, refusal);
        return;
      }
      const md5 = createHash('md5').update(bytes).digest('base64');
      if (request.headers['content-md5'] !== md5) {
        refuse(response, 400, 'BadDigest');
        return;
      }
      objects.set(key, bytes);
      if (options.hasLock) versions.set(key, bytes);
      headers.set(key, request.headers);
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      if (isVersion && Date.parse(String(lockedUntil)) > currentMillis()) {
        refuse(response, 403, 'AccessDenied');
        return;
      }
      objects.delete(key);
      if (isVersion) versions.delete(key);
      response.writeHead(204).end();
    } else {
      const found = isVersion ? versions.get(key) : objects.get(key);
      if (!found) {
        refuse(response, 404, 'NoSuchKey');
        return;
      }
      const etag = `"${createHash('md5').update(found).digest('hex')}"`;
      const lock = lockedUntil === undefined ? {} : { 'x-amz-object-lock-retain-until-date': lockedUntil };
      const version = options.hasLock ? { 'x-amz-version-id': versionId } : {};
      response.writeHead(200, { 'content-length': found.length, etag, ...version, ...lock });
      response.end(request.method === 'HEAD' ? undefined : found);
    }
  }
  const port = await listen(server);
  const endpoint = `http://127.0.0.1:${port}`;
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

/** Headers of the store that the signature of a request leaves out; a store refuses these. */
function unsignedHeaders({ authorization = '', ...headers }: IncomingHttpHeaders): string[] {
  const signed = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? [];
  return Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on an address has one.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
