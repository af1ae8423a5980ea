import { currentTime } from '#clock/clock.ts';
import { ApiError, type RequestLine } from '../http/errors.ts';
import { noteLeftOut } from './left-out.ts';
import { readAnswer, type AnswerIssue } from './read-answer.ts';
import { secretsOf, type Sent } from './redact.ts';
import { notTaken, readRefusal, refusedArgument, refusedValueOf } from '../http/refusal.ts';
import { serviceFacts } from '../session/service-facts.ts';

/**
 * Reads an answer by the contract; what was left out is noted for the page. This module is fetched beside the first
 * call: no page needs it before.
 *
 * @param onIssues receives what differs from the contract, also where the answer cannot be used
 * @throws ApiError `unreadable` where the answer as a whole has another type, where a list comes without one, and where
 *   an upload has no address: of these nothing would be left to show
 */
export function takeAnswer(
  scope: string,
  operation: string,
  answer: unknown,
  line: RequestLine,
  onIssues?: (issues: readonly AnswerIssue[]) => void,
): unknown {
  const { value, issues, lacking } = readAnswer(operation, answer);
  onIssues?.(issues);
  if (lacking !== undefined)
    throw new ApiError('unreadable', line, {
      messages: [{ message: `${lacking} is not what it should be` }],
    });
  noteLeftOut(
    scope,
    operation,
    issues.flatMap(({ field, isLeftOut }) => (isLeftOut ? [field] : [])),
  );
  return value;
}

const refusable: readonly string[] = ['malformed', 'rule'];

/** Converts a refusal into an error, and notes an argument that the service does not accept. */
export async function refused(
  baseUrl: string,
  response: Response,
  line: RequestLine,
  query: Readonly<Record<string, unknown>> = {},
  sent: Sent = {},
): Promise<ApiError> {
  const error = await readRefusal(response, line, secretsOf(sent));
  if (!refusable.includes(error.kind)) return error;
  const argument = refusedArgument(error.messages);
  // Arguments for the place in a list are always sent: without them no list could be read at all.
  if (argument !== undefined && !isPlace(argument) && query[argument] !== undefined)
    serviceFacts(baseUrl).noteRefused(line.path, argument);
  const of = refusedValueOf(error.messages);
  const value = of === undefined ? undefined : onlyChoice(query[of]);
  if (of !== undefined && value !== undefined) serviceFacts(baseUrl).noteRefused(line.path, `${of}=${value}`);
  return error;
}

/**
 * A question without what this service is known to refuse. An order is left to the service; without a filter the
 * answer would be to another question, so that one is not requested.
 *
 * @throws ApiError `malformed`, without a status: nothing was sent
 */
export function withoutRefused<Q extends Readonly<Record<string, unknown>>>(
  baseUrl: string,
  method: string,
  path: string,
  query: Q,
): Q {
  const facts = serviceFacts(baseUrl);
  const isRefused = (name: string): boolean => {
    const choice = onlyChoice(query[name]);
    return (
      query[name] !== undefined &&
      (facts.hasRefused(path, name) || (choice !== undefined && facts.hasRefused(path, `${name}=${choice}`)))
    );
  };
  const refused = Object.keys(query).filter(isRefused);
  if (refused.length === 0) return query;
  const filter = refused.find((name) => !isOrder(name));
  if (filter !== undefined)
    throw new ApiError(
      'malformed',
      { method, path, at: currentTime().toISOString() },
      { messages: [{ message: filter, code: notTaken }] },
    );
  return { ...query, ...Object.fromEntries(refused.map((name) => [name, undefined])) };
}

/** Whether an argument names the place in a list or the size of a page. */
const isPlace = (name: string): boolean => /(?:^|_)(?:pagination|before|after|limit)$/.test(name);

const isOrder = (name: string): boolean => /(?:^|_)(?:sort|orderBy|orderDirection)$/.test(name);

/** The one value that an argument chooses among several: a bare one, or that of `eq`. */
function onlyChoice(argument: unknown): string | undefined {
  const value =
    typeof argument === 'object' &&
    argument !== null &&
    'eq' in argument &&
    Object.keys(argument).length === 1
      ? argument.eq
      : argument;
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}
