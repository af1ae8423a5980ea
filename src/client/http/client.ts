import { currentTime } from '#clock/clock.ts';
import type { InputOf, OperationName, OutputOf, QueryOf } from '#contract/operations/operations.ts';
import { rateNameOf, type RateName, type RatePath } from '#contract/resources/rate-names.ts';
import { addresses } from './addresses.ts';
import { ApiError, kindOfStatus, type RequestLine } from './errors.ts';
import type { Turns } from './in-flight.ts';
import { readJson } from './json.ts';
import { wasBlocked } from './policy-watch.ts';
import type { AnswerIssue } from '../answers/read-answer.ts';
import { factsSlot, tabStore } from '../session/preferences.ts';

/** An operation of the interface, the rate series among them. */
export type AnyOperationName = OperationName | RateName;

/** What one call may carry. Values are written to the wire by `writeQuery`. */
export interface CallOptions<N extends OperationName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<N>;
  /** Nested list arguments by their whole name. */
  readonly nested?: Readonly<Record<string, unknown>>;
  readonly input?: InputOf<N>;
  /** A body that is not wrapped in `input`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * This very call's own name: sent again under it, a create makes nothing new (Rule SR-14). Goes only to the
   * page's own origin, because another service need not let its header through.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one call carries, whatever operation it is of. */
type AnyCallOptions = Omit<CallOptions<OperationName>, 'input'> & { readonly input?: unknown };

/** Speaks to one service with one key. */
export interface Client {
  /** Identifies the connection in cache keys: never holds the key. */
  readonly scope: string;
  /** @throws ApiError */
  call<N extends OperationName>(name: N, options?: CallOptions<N>): Promise<OutputOf<N>>;
  /** What one of the rate series answers: they are addressed by their names. @throws ApiError */
  rates(
    path: RatePath,
    options?: Pick<CallOptions<OperationName>, 'params' | 'nested' | 'signal'>,
  ): Promise<unknown>;
  /** The bytes of an operation that does not answer JSON. @throws ApiError */
  bytes(
    name: OperationName,
    options?: CallOptions<OperationName>,
  ): Promise<{ bytes: ArrayBuffer; type: string }>;
}

export interface ClientSettings {
  /** Absolute address that ends in the version segment, without a trailing slash. */
  readonly baseUrl: string;
  readonly scope: string;
  readonly key: () => string | undefined;
  readonly fetch: typeof fetch;
  /** Milliseconds from sending a call until it is aborted. */
  readonly timeout?: number;
  /** Lets so many calls be on their way at once; absent: any number. */
  readonly turns?: () => Turns | undefined;
  /** What is read is of no screen: it goes when nothing else waits. */
  readonly background?: boolean | undefined;
  /**
   * Called when the service refuses the key. Resolves when another key is at hand (the call is then made
   * again), rejects when the reader gave up. Absent: a refused key is an error at once.
   */
  readonly anotherKey?: ((refused: string | undefined) => Promise<void>) | undefined;
  /** Called for every answer with its duration and kind. */
  readonly onAnswer?: ((answer: { milliseconds: number; line: RequestLine }) => void) | undefined;
  /** Receives what differs from the contract in every answer. */
  readonly onRead?: ((name: AnyOperationName, issues: readonly AnswerIssue[]) => void) | undefined;
}

const defaultTimeout = 15_000;

/** An answer by its address, for as long as the service says that it is still the same. */
interface KnownAnswer {
  readonly etag: string;
  readonly key: string | undefined;
  readonly value: unknown;
}
const mostKnown = 40;

/** Under which conditions a call is answered. */
interface Conditions {
  readonly accept?: string;
  /** The validator of the answer that is known to whoever has this key. */
  readonly etagFor?: (key: string | undefined) => string | undefined;
}

export function createClient(settings: ClientSettings): Client {
  const known = new Map<string, KnownAnswer>();
  // Another origin need not let the header through, and would refuse the call for it.
  const remembers = isOwnOrigin(settings.baseUrl);

  /** @param read the answer, whole: until then the call is on its way */
  async function send<T>(
    { method, path }: { method: string; path: string },
    options: AnyCallOptions,
    read: (response: Response, line: RequestLine, key: string | undefined) => Promise<T>,
    { accept = 'application/json', etagFor }: Conditions = {},
  ): Promise<T> {
    for (;;) {
      const { baseUrl, background } = settings;
      const end = await settings.turns?.()?.({ baseUrl, background, method, path, signal: options.signal });
      const key = settings.key();
      const etag = etagFor?.(key);
      let error: ApiError;
      try {
        const response = await sendOnce(
          settings,
          method,
          fillPath(path, options.params),
          options,
          key,
          accept,
          etag,
        );
        const line = { method, path, status: response.status, at: currentTime().toISOString() };
        if (response.ok || (response.status === 304 && etag)) return await read(response, line, key);
        const reading = await import('../answers/take-answer.ts').catch(() => undefined);
        error = reading
          ? await reading.refused(
              settings.baseUrl,
              response,
              line,
              { ...options.query, ...options.nested },
              { key, sent: [options.query, options.input, options.body] },
            )
          : new ApiError(kindOfStatus(response.status), line);
      } finally {
        end?.();
      }
      if (error.kind !== 'key-refused' || !settings.anotherKey) throw error;
      await settings.anotherKey(key);
    }
  }

  async function answer(
    name: AnyOperationName,
    { method, path }: { method: string; path: string },
    options: AnyCallOptions,
  ): Promise<unknown> {
    // It comes while the question is on its way; before a change, that the answer can be read is sure.
    const answers = import('../answers/take-answer.ts');
    answers.catch(() => undefined);
    let { query = {}, nested = {} } = options;
    // What this service refused is known to the same part.
    if (method !== 'GET' || tabStore.get(factsSlot) !== null) {
      const { withoutRefused } = await answers;
      query = withoutRefused(settings.baseUrl, method, path, query);
      nested = withoutRefused(settings.baseUrl, method, path, nested);
    }
    const address = fillPath(path, options.params) + writeQuery({ ...query, ...nested });
    const before = remembers && method === 'GET' ? known.get(address) : undefined;
    const { value, line } = await send(
      { method, path },
      { ...options, query, nested },
      async (response, line, key) => {
        if (response.status === 304) return { value: before?.value, line };
        const etag = response.headers.get('etag');
        const read = await readBody(response, line);
        if (remembers && method === 'GET' && etag) remember(known, address, { etag, key, value: read });
        return { value: read, line };
      },
      { etagFor: (key) => (before?.key === key ? before?.etag : undefined) },
    );
    // A service may answer 200 with null for what it does not have.
    if (value === null || value === undefined) throw new ApiError('not-found', line);
    const { takeAnswer } = await answers;
    return takeAnswer(settings.scope, name, value, line, (issues) => settings.onRead?.(name, issues));
  }

  return {
    scope: settings.scope,
    rates: (path, options = {}) => answer(rateNameOf(path), { method: 'GET', path }, options),
    async call(name, options = {}) {
      const value = await answer(name, addresses[name], options);
      // The contract leaves every field optional, and what is of another kind than it says was left out.
      return value as OutputOf<typeof name>;
    },
    async bytes(name, options = {}) {
      // The service decides the media type of content; one that is offered only JSON may refuse.
      const read = async (response: Response, line: RequestLine) => {
        const bytes = await response.arrayBuffer().catch((cause: unknown) => {
          throw new ApiError('unreachable', line, { cause });
        });
        return { bytes, type: response.headers.get('content-type') ?? '' };
      };
      return send(addresses[name], options, read, { accept: '*/*' });
    },
  };
}

const isOwnOrigin = (baseUrl: string): boolean =>
  new URL(baseUrl).origin === (globalThis.location as Location | undefined)?.origin;

/** Of many, those that were read last stay. */
function remember(known: Map<string, KnownAnswer>, address: string, answer: KnownAnswer): void {
  known.delete(address);
  known.set(address, answer);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

async function sendOnce(
  settings: ClientSettings,
  method: string,
  path: string,
  options: AnyCallOptions,
  key: string | undefined,
  accept: string,
  etag: string | undefined,
): Promise<Response> {
  const query = writeQuery({ ...options.query, ...options.nested });
  const payload = options.input === undefined ? options.body : { input: options.input };
  const isNamed = options.idempotencyKey !== undefined && isOwnOrigin(settings.baseUrl);
  const timeout = AbortSignal.timeout(settings.timeout ?? defaultTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const started = performance.now();
  // The path of the line is the operation's own: ids may be shown, secrets never are in a path.
  const line = (status?: number): RequestLine => ({
    method,
    path,
    ...(status === undefined ? {} : { status }),
    at: currentTime().toISOString(),
  });
  try {
    const response = await settings.fetch(settings.baseUrl + path + query, {
      method,
      signal,
      headers: {
        accept,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(isNamed ? { 'idempotency-key': `"${options.idempotencyKey}"` } : {}),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    settings.onAnswer?.({
      milliseconds: Math.round(performance.now() - started),
      line: line(response.status),
    });
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw new ApiError('cancelled', line(), { cause });
    if (timeout.aborted) throw new ApiError('timeout', line(), { cause });
    const { origin } = new URL(settings.baseUrl);
    if (await wasBlocked(origin))
      throw new ApiError('blocked', line(), { cause, messages: [{ message: origin }] });
    const offline = typeof navigator !== 'undefined' && !navigator.onLine;
    throw new ApiError(offline ? 'offline' : 'unreachable', line(), { cause });
  }
}

async function readBody(response: Response, line: RequestLine): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new ApiError('unreachable', line, { cause });
  }
  // Null says that a service has nothing; no text says nothing. Of a change it may mean that it was made.
  if (text === '' && line.method !== 'GET') return null;
  try {
    return await readJson(text);
  } catch (cause) {
    // A live deployment answers its time as bare text.
    if (/^\s*\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)\s*$/.test(text)) return text.trim();
    throw new ApiError('unreadable', line, {
      cause,
      messages: [{ message: cause instanceof Error ? cause.message : String(cause) }],
    });
  }
}

/** Fills `{id}`; a key of content keeps its slashes out of the path. */
function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Writes arguments to the wire (Rule WI-1): objects and arrays as percent-encoded JSON text, scalars bare,
 * absent ones left out.
 */
export function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value, writeBigInt);
    // Bare in filters: a live deployment takes it so alone (Rule WI-12).
    const bare = /^(EVMAddress|hash)$/.test(name) ? text.replace(/\b0x(?=[\da-f])/gi, '') : text;
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(bare)}`);
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

const writeBigInt = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
