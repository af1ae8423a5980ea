import { limits } from '#contract/operations/limits.ts';
import { ServiceError } from '../service-error.ts';
import { readBytes } from './body.ts';
import { methodNotAllowed } from './binding.ts';
import { queryText } from './query.ts';

/** What is sent on, and what is sent back; everything else stays here (Rule ST-10). */
const requestHeaders = ['authorization', 'content-type', 'accept', 'idempotency-key', 'if-none-match'];
const responseHeaders = [
  'content-type',
  'content-disposition',
  'date',
  'etag',
  'retry-after',
  'www-authenticate',
  'allow',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const mostInFlight = 64;

export interface UpstreamBounds {
  /** Milliseconds until the whole answer must be here. */
  readonly timeout: number;
  /** Bytes of an answer that is JSON; the bytes of documents pass whatever their size, as they come. */
  readonly responseBytes: number;
}

const upstreamBounds: UpstreamBounds = { timeout: 30_000, responseBytes: limits.responseBytes };

/**
 * The dashboard against another service, through this origin (Rule ST-10): forwards `/rest/v1/**` and nothing
 * else to one fixed address, with named headers only, and follows no redirect.
 *
 * @param upstream the service's address, with or without `/rest/v1`
 */
export function createUpstream(
  upstream: URL,
  bounds: UpstreamBounds = upstreamBounds,
): (request: Request) => Promise<Response> {
  const base = upstreamBase(upstream);
  let inFlight = 0;
  return async (request) => {
    if (!methods.includes(request.method)) methodNotAllowed(request.method, methods.join(', '));
    const address = `${base}${normalisedPath(request.url)}${search(request.url)}`;
    if (inFlight >= mostInFlight)
      throw new ServiceError('unavailable', 'Too many requests are under way.', {
        retryAfter: 1,
        rule: 'ST-10',
      });
    inFlight += 1;
    try {
      return await forward(address, request, bounds);
    } finally {
      inFlight -= 1;
    }
  };
}

/** `https://host/any/rest/v1`, without a slash at the end. */
export function upstreamBase(upstream: URL): string {
  const path = upstream.pathname.replace(/\/+$/, '');
  return `${upstream.origin}${path.endsWith('/rest/v1') ? path : `${path}/rest/v1`}`;
}

/**
 * What stands after `/rest/v1`, when the address says the same to every reader: no dot segments, no empty
 * ones, no backslash, in whatever encoding.
 *
 * @throws ServiceError 404
 */
export function normalisedPath(url: string): string {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  const rest = /^\/rest\/v1(\/.*)$/.exec(path)?.[1];
  const refused = new ServiceError('not-found', 'Only plain addresses below /rest/v1 are forwarded.', {
    rule: 'ST-10',
  });
  if (rest === undefined || new URL(url).pathname !== path) throw refused;
  for (const segment of rest.slice(1).split('/')) {
    const parts = decodeFully(segment)?.split('/');
    if (!parts?.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part)))
      throw refused;
  }
  return rest;
}

/** Decoded until nothing is left to decode: a service behind may decode once more than this one. */
function decodeFully(segment: string): string | undefined {
  let text = segment;
  for (let round = 0; round < 4; round += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return undefined;
    }
    if (decoded === text) return text;
    text = decoded;
  }
  return undefined;
}

function search(url: string): string {
  const text = queryText(url);
  if (text.length > limits.queryBytes)
    throw new ServiceError('uri-too-long', `The query is longer than ${limits.queryBytes} bytes.`, {
      rule: 'WI-3',
    });
  return text === '' ? '' : `?${text}`;
}

async function forward(address: string, request: Request, bounds: UpstreamBounds): Promise<Response> {
  const hasBody = request.method === 'POST' || request.method === 'PUT';
  const body = hasBody ? await readBytes(request, limits.requestBytes) : undefined;
  const ends = new AbortController();
  const late = setTimeout(
    () => ends.abort(new DOMException('No answer in time.', 'TimeoutError')),
    bounds.timeout,
  );
  const signal = AbortSignal.any([ends.signal, request.signal]);
  try {
    const answer = await fetch(address, {
      method: request.method,
      headers: pick(request.headers, requestHeaders),
      redirect: 'manual',
      signal,
      ...(body ? { body } : {}),
    });
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel();
      throw new ServiceError(
        'upstream-failed',
        `The service answered with a redirect (${answer.status}); none is followed.`,
        {
          rule: 'ST-10',
        },
      );
    }
    const headers = pick(answer.headers, responseHeaders);
    const empty = request.method === 'HEAD' || [101, 204, 205, 304].includes(answer.status);
    if (empty) await answer.body?.cancel();
    const passed = empty
      ? null
      : isJson(headers)
        ? await readAnswer(answer, bounds.responseBytes)
        : answer.body && moving(answer.body, ends, bounds.timeout);
    return new Response(passed, { status: answer.status, headers });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ServiceError('upstream-timeout', 'The service did not answer in time.', { rule: 'ST-10' });
    throw new ServiceError('upstream-failed', `The service cannot be reached (${networkCode(error)}).`, {
      rule: 'ST-10',
    });
  } finally {
    clearTimeout(late);
  }
}

/** Whether an answer is read whole before it is sent on: what names no type may be anything the page would read. */
const isJson = (headers: Headers): boolean => /json|^$/i.test(headers.get('content-type') ?? '');

/** The bytes of a document as they come: given up when none moves for as long as an answer may take. */
function moving(
  body: ReadableStream<Uint8Array>,
  ends: AbortController,
  stillness: number,
): ReadableStream<Uint8Array> {
  let still: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(still);
    still = setTimeout(() => ends.abort(new DOMException('Nothing moves.', 'TimeoutError')), stillness);
  };
  watch();
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        watch();
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(still),
    }),
  );
}

async function readAnswer(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new ServiceError('upstream-failed', `The service answered with more than ${most} bytes.`, {
        rule: 'ST-10',
      });
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

/** `ECONNREFUSED` and the like: says why, without the address. */
function networkCode(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : 'no connection';
}
