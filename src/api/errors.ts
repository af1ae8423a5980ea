/**
 * Why a call did not give what was asked. A closed set: every kind has its own words and its own next
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

/** What the service itself said, one entry a problem. */
export interface ServiceMessage {
  readonly message: string;
  /** The field or argument, outermost first, without the leading `input`. */
  readonly path?: readonly (string | number)[];
  readonly code?: string;
}

/** The request line: never the key, the query or an upload address. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** RFC 3339 UTC, when the answer came or was given up. */
  readonly at: string;
}

export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly request: RequestLine;
  readonly messages: readonly ServiceMessage[];
  /** Seconds that the service asked to wait. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ErrorKind,
    request: RequestLine,
    said: { messages?: readonly ServiceMessage[]; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${kind}: ${request.method} ${request.path} ${request.status ?? ''}`.trim(), { cause: said.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.request = request;
    this.messages = said.messages ?? [];
    this.retryAfter = said.retryAfter;
  }

  /** What the service said about one field. */
  about(field: string): string | undefined {
    return this.messages.find((entry) => entry.path?.includes(field))?.message;
  }
}

/** The kinds after which the same call may simply be made again. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['offline', 'unreachable', 'timeout', 'rate-limited', 'unavailable', 'server'].includes(error.kind)
  );
}

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

/** Reads every shape of error body that services of this interface send (Rule ER-5). */
export function readMessages(body: unknown): ServiceMessage[] {
  if (typeof body === 'string') return body.trim() ? [{ message: clip(body.trim()) }] : [];
  if (!isRecord(body)) return [];
  if (Array.isArray(body.errors)) return body.errors.flatMap((entry) => readEntry(entry));
  const original = readOriginal(body);
  if (original) return original;
  const message = body.message ?? body.detail ?? body.title ?? body.error;
  if (Array.isArray(message)) return message.flatMap((part) => readMessages(part));
  return typeof message === 'string' ? [{ message: clip(message) }] : [];
}

function readEntry(entry: unknown): ServiceMessage[] {
  if (typeof entry === 'string') return [{ message: clip(entry) }];
  if (!isRecord(entry)) return [];
  const original = readOriginal(entry);
  if (original) return original;
  if (typeof entry.message !== 'string') return [];
  const extensions = isRecord(entry.extensions) ? entry.extensions : {};
  const path = Array.isArray(entry.path)
    ? entry.path.filter((part) => typeof part === 'string' || typeof part === 'number')
    : undefined;
  return [
    {
      message: clip(entry.message),
      ...(path ? { path: path[0] === 'input' ? path.slice(1) : path } : {}),
      ...(typeof extensions.code === 'string' ? { code: extensions.code } : {}),
    },
  ];
}

function readOriginal(entry: Record<string, unknown>): ServiceMessage[] | undefined {
  const extensions = entry.extensions;
  if (!isRecord(extensions) || !isRecord(extensions.originalError)) return undefined;
  const found = readMessages(extensions.originalError);
  return found.length > 0 ? found : undefined;
}

/** A message is shown to people; a page of HTML is not a message. */
function clip(message: string): string {
  return message.length > 400 ? `${message.slice(0, 400)}…` : message;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
