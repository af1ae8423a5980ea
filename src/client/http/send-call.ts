import { currentTime } from '#clock/clock.ts';
import type { InputOf, OperationName, QueryOf } from '#contract/operations/operations.ts';
import type { RateName } from '#contract/resources/rate-names.ts';
import { ApiError, kindOfStatus, type RequestLine } from './errors.ts';
import type { Turns } from './in-flight.ts';
import { isOnline, noteAnswer, noteSilence } from './online.ts';
import { wasBlocked } from './policy-watch.ts';
import type { AnswerIssue } from '../answers/read-answer.ts';
import { fillPath, writeQuery } from './write-query.ts';

/** An operation of the interface, the rate series among them. */
export type AnyOperationName = OperationName | RateName;

/** Arguments of a call. `writeQuery` writes their values to the wire. */
export interface CallOptions<N extends OperationName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<N>;
  /** Nested list arguments by their whole name. */
  readonly nested?: Readonly<Record<string, unknown>>;
  readonly input?: InputOf<N>;
  /** A body that is not wrapped in `input`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * Idempotency key of this call: repeated under it, a create makes nothing new (Rule SR-14). It is sent only to the
   * page's own origin, because another service may not allow the header.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Arguments of a call of any operation. */
export type AnyCallOptions = Omit<CallOptions<OperationName>, 'input'> & { readonly input?: unknown };

export interface ClientSettings {
  /** Absolute address that ends in the version segment, without a trailing slash. */
  readonly baseUrl: string;
  readonly scope: string;
  /** @throws ApiError `cancelled` when the session of the call is over */
  readonly key: () => string | undefined;
  readonly fetch: typeof fetch;
  /** Milliseconds from sending a call until it is aborted. */
  readonly timeout?: number;
  /** Limits the number of calls in flight; without it there is no limit. */
  readonly turns?: () => Turns | undefined;
  /** No screen waits for the call: it is sent when no other call waits. */
  readonly background?: boolean | undefined;
  /**
   * Called when the service refuses the key. Resolves when another key is at hand (the call is then made
   * again), rejects when the user gave up. Absent: a refused key is an error at once.
   */
  readonly anotherKey?: ((refused: string | undefined) => Promise<void>) | undefined;
  /** Receives what differs from the contract in every answer. */
  readonly onRead?: ((name: AnyOperationName, issues: readonly AnswerIssue[]) => void) | undefined;
  /** Called for every answer that is an error of the service (5xx). */
  readonly onServerError?: ((name: AnyOperationName) => void) | undefined;
}

/** Under which conditions a call is answered. */
interface Conditions {
  readonly accept?: string;
  /** The validator of the answer that is known to whoever has this key. */
  readonly etagFor?: (key: string | undefined) => string | undefined;
}

const defaultTimeout = 15_000;

/**
 * Sends a call, and again with each key that the user enters after a refusal.
 *
 * @param read reads the whole answer: until then the call is in flight
 * @throws ApiError
 */
export async function sendUntilTaken<T>(
  settings: ClientSettings,
  { method, path }: { method: string; path: string },
  options: AnyCallOptions,
  read: (response: Response, line: RequestLine, key: string | undefined) => Promise<T>,
  { accept = 'application/json', etagFor }: Conditions = {},
): Promise<T> {
  for (;;) {
    const { baseUrl, background } = settings;
    const end = await settings.turns?.()?.({ baseUrl, background, method, path, signal: options.signal });
    let key: string | undefined;
    let error: ApiError;
    try {
      key = settings.key();
      const etag = etagFor?.(key);
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
      error = await readRefusal(settings.baseUrl, response, line, options, key);
    } finally {
      end?.();
    }
    if (error.kind !== 'key-refused' || !settings.anotherKey) throw error;
    await settings.anotherKey(key);
  }
}

async function readRefusal(
  baseUrl: string,
  response: Response,
  line: RequestLine,
  { query, nested, input, body }: AnyCallOptions,
  key: string | undefined,
): Promise<ApiError> {
  const answers = await import('../answers/take-answer.ts').catch(() => undefined);
  if (!answers) return new ApiError(kindOfStatus(response.status), line);
  const sent = { key, sent: [query, input, body] };
  return answers.refused(baseUrl, response, line, { ...query, ...nested }, sent);
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
    noteAnswer();
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw new ApiError('cancelled', line(), { cause });
    if (timeout.aborted) throw new ApiError('timeout', line(), { cause });
    const { origin } = new URL(settings.baseUrl);
    if (await wasBlocked(origin))
      throw new ApiError('blocked', line(), { cause, messages: [{ message: origin }] });
    noteSilence();
    throw new ApiError(isOnline() ? 'unreachable' : 'offline', line(), { cause });
  }
}

export const isOwnOrigin = (baseUrl: string): boolean =>
  new URL(baseUrl).origin === (globalThis.location as Location | undefined)?.origin;
