import { currentMillis } from '#clock/clock.ts';
import { isRecord } from '#contract/schema/is-record.ts';
import { ApiError, kindOfStatus, type ErrorKind, type RequestLine, type ServiceMessage } from './errors.ts';
import { readJson } from './json.ts';
import { redact } from '../answers/redact.ts';

// Reads refusals. This module is loaded with the first answer, because no page needs it before.

/** Messages of a gateway about an argument that it does not know or whose form it does not accept. */
const argumentRefused =
  /^Variable ["'`]?\$|got invalid value|is not defined by (?:input )?type|of required type|does not exist in ["'`].*["'`] enum|cannot represent|Unknown argument/i;
/** Code of a refusal that this client makes itself, because the service refused the same argument before. */
export const notTaken = 'ARGUMENT_NOT_TAKEN';
const argumentCodes = ['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'];

/**
 * A refusal of a service: a gateway says 500 of an argument that it does not take, which is no failure that passes.
 *
 * @param secrets what was sent and must not be shown, should the service repeat it
 */
export async function readRefusal(
  response: Response,
  line: RequestLine,
  secrets: readonly string[] = [],
): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  let body: unknown = text;
  try {
    body = await readJson(text);
  } catch {
    // Not JSON: the text itself is the message, unless it is a page.
    if (/^\s*</.test(text)) body = '';
  }
  const messages = readMessages(body, secrets);
  const wait = secondsOf(response.headers.get('retry-after'));
  return new ApiError(kindOfRefusal(response.status, messages), line, {
    messages,
    retryAfter: wait > 0 ? wait : undefined,
  });
}

/** `Retry-After` in seconds, which may also be an HTTP date (RFC 9110 §10.2.3); zero for what is neither. */
function secondsOf(header: string | null): number {
  if (!header) return 0;
  if (/^\s*\d+\s*$/.test(header)) return Number(header.slice(0, 15));
  const at = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.ceil((at - currentMillis()) / 1000);
}

function kindOfRefusal(status: number, messages: readonly ServiceMessage[]): ErrorKind {
  const isArgument = messages.some(
    ({ message, code }) => argumentRefused.test(message) || argumentCodes.includes(code ?? ''),
  );
  return status === 500 && isArgument ? 'malformed' : kindOfStatus(status);
}

/** Messages about the value of an argument whose form is right: another value may be accepted. */
const valueRefused = /cannot represent|does not exist in ["'`].*["'`] enum|Expected (?:type|value)/i;

/**
 * The argument that a service names as one that it does not take, or not in this form: the variables of a gateway are
 * named like the arguments.
 */
export function refusedArgument(messages: readonly ServiceMessage[]): string | undefined {
  for (const { message } of messages) {
    const name =
      /(?:Variable ["'`]?\$|Unknown (?:query )?(?:argument|parameter) ["'`])(\w+)/i.exec(message)?.[1] ??
      /^property (\w+) should not exist$/.exec(message)?.[1];
    if (name !== undefined && !valueRefused.test(message)) return name;
  }
  return undefined;
}

/** The argument of which a service says that this value is none of those that it knows. */
export function refusedValueOf(messages: readonly ServiceMessage[]): string | undefined {
  for (const { message } of messages) {
    const isChoice = /does not exist in ["'`].*["'`] enum/i.test(message) || /must be one of/i.test(message);
    const name =
      /Variable ["'`]?\$(\w+)/i.exec(message)?.[1] ?? /^(\w+)(?:\.\w+)* must be one of/i.exec(message)?.[1];
    if (isChoice && name !== undefined) return name;
  }
  return undefined;
}

/** Reads every shape of error body that services of this interface send (Rule ER-5). */
export function readMessages(body: unknown, secrets: readonly string[] = []): ServiceMessage[] {
  return readBody(body).map(({ message, path, code }) => ({
    message: clip(redact(message, secrets)),
    ...(path && { path: path.map((part) => (typeof part === 'string' ? redact(part, secrets) : part)) }),
    ...(code !== undefined && { code: redact(code, secrets) }),
  }));
}

function readBody(body: unknown): ServiceMessage[] {
  if (typeof body === 'string') return body.trim() ? [{ message: body.trim() }] : [];
  if (!isRecord(body)) return [];
  if (Array.isArray(body.errors)) return body.errors.flatMap((entry) => readEntry(entry));
  const original = readOriginal(body);
  if (original) return original;
  const message = body.message ?? body.detail ?? body.title ?? body.error;
  if (Array.isArray(message)) return message.flatMap((part) => readBody(part));
  return typeof message === 'string' ? [{ message }] : [];
}

function readEntry(entry: unknown): ServiceMessage[] {
  if (typeof entry === 'string') return [{ message: entry }];
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
      message: entry.message,
      ...(path ? { path: path[0] === 'input' ? path.slice(1) : path } : {}),
      ...(typeof extensions.code === 'string' ? { code: extensions.code } : {}),
    },
  ];
}

function readOriginal(entry: Record<string, unknown>): ServiceMessage[] | undefined {
  const extensions = entry.extensions;
  if (!isRecord(extensions) || !isRecord(extensions.originalError)) return undefined;
  const issues = readBody(extensions.originalError);
  return issues.length > 0 ? issues : undefined;
}

/** A message is shown to people; a page of HTML is not a message. */
function clip(message: string): string {
  return message.length > 400 ? `${message.slice(0, 400)}…` : message;
}
