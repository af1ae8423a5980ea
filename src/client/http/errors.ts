/**
 * Why a call failed. A closed set: every kind has its own message and its own next
 * action on screen.
 *
 * - `offline` no network · `unreachable` no answer from the host (down, name, certificate, or its policy
 *   refuses this page) · `blocked` this page's own policy does not let it reach that origin
 * - `timeout` no answer in time · `cancelled` the caller took it back
 * - `key-refused` 401 · `forbidden` 403 · `not-found` 404 or a null answer · `absent` the operation does not
 *   exist on this service (404/405 on its address)
 * - `conflict` 409 · `rule` 422 · `malformed` 400 · `too-large` 413 · `unsupported` 415
 * - `rate-limited` 429 · `unavailable` 503, 502, 504 · `server` other 5xx · `refused` other statuses
 * - `unreadable` an answer that is not what the interface says (not JSON, too large, too deep)
 */
export const errorKinds = [
  'offline',
  'unreachable',
  'blocked',
  'timeout',
  'cancelled',
  'key-refused',
  'forbidden',
  'not-found',
  'absent',
  'conflict',
  'rule',
  'malformed',
  'too-large',
  'unsupported',
  'rate-limited',
  'unavailable',
  'server',
  'refused',
  'unreadable',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

/** One problem that the service reported. */
export interface ServiceMessage {
  readonly message: string;
  /** The field or argument, outermost first, without the leading `input`. */
  readonly path?: readonly (string | number)[];
  readonly code?: string;
}

/** The code of a refusal of an upload address by this page itself: the service said nothing of it. */
export const ownUploadRefusal = 'OWN_UPLOAD_REFUSAL';

/** The code of an object store's refusal of bytes that are not those of the declared digest. */
export const alteredBytes = 'ALTERED_BYTES';

/** The request line: never the key, the query or an upload address. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** RFC 3339 UTC, when the answer came or the call was aborted. */
  readonly at: string;
}

export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly request: RequestLine;
  readonly messages: readonly ServiceMessage[];
  /** Seconds to wait, as the service requested (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ErrorKind,
    request: RequestLine,
    details: { messages?: readonly ServiceMessage[]; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${kind}: ${request.method} ${request.path} ${request.status ?? ''}`.trim(), {
      cause: details.cause,
    });
    this.name = 'ApiError';
    this.kind = kind;
    this.request = request;
    this.messages = details.messages ?? [];
    this.retryAfter = details.retryAfter;
  }

  /** The message of the service about one field. */
  about(field: string): string | undefined {
    return this.messages.find((entry) => entry.path?.includes(field))?.message;
  }
}

/** Whether the requested object does not exist or may not be seen. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'not-found';

/** Whether the service answered that it failed (5xx), and not that it lacks the operation. */
export const isServerError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.request.status !== undefined &&
  ['unavailable', 'server'].includes(error.kind);

/** Whether an error is transient, so that the same call may be repeated. */
export function isTransientError(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['offline', 'unreachable', 'timeout', 'rate-limited', 'unavailable', 'server'].includes(error.kind)
  );
}

/** Milliseconds after which the service wants to be called again; 0 where it did not say. */
export const retryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;

export function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 400:
      return 'malformed';
    case 401:
      return 'key-refused';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 405:
    case 501:
      return 'absent';
    case 409:
      return 'conflict';
    case 413:
      return 'too-large';
    case 415:
      return 'unsupported';
    case 422:
      return 'rule';
    case 429:
      return 'rate-limited';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return status >= 500 ? 'server' : 'refused';
  }
}
