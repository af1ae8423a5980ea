import { holdToContract } from './as-contract.ts';
import { currentTime } from '#clock/clock.ts';
import { ApiError, type RequestLine } from './errors.ts';
import { noteLeftOut } from './left-out.ts';
import { notTaken, readRefusal, refusedArgument } from './refusal.ts';
import { serviceFacts } from './service-facts.ts';

/**
 * An answer as far as it is of the kinds that the contract names; what was left out is noted for the page. It is
 * fetched with the first question, beside it: no page needs it before.
 *
 * @throws ApiError `unreadable`
 */
export function holdAnswer(scope: string, operation: string, answer: unknown, line: RequestLine): unknown {
  // A live deployment answers its time without an object around it.
  const isTime = operation === 'readServerTime' && typeof answer === 'string';
  const { value, left } = holdToContract(operation, isTime ? { time: answer } : answer, line);
  noteLeftOut(scope, operation, left);
  return value;
}

const refusable: readonly string[] = ['malformed', 'rule'];

/** What a service answered in place of what was wanted; an argument that it does not take is noted. */
export async function refused(
  baseUrl: string,
  response: Response,
  line: RequestLine,
  query: Readonly<Record<string, unknown>> = {},
): Promise<ApiError> {
  const error = await readRefusal(response, line);
  const argument = refusable.includes(error.kind) ? refusedArgument(error.messages) : undefined;
  // Without these no list is read at all: to hold them back would be to give it up.
  if (argument !== undefined && argument !== 'pagination' && query[argument] !== undefined)
    serviceFacts(baseUrl).noteRefused(line.path, argument);
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
  const refused = Object.keys(query).filter(
    (name) => query[name] !== undefined && facts.hasRefused(path, name),
  );
  if (refused.length === 0) return query;
  const filter = refused.find((name) => name !== 'sort');
  if (filter !== undefined)
    throw new ApiError(
      'malformed',
      { method, path, at: currentTime().toISOString() },
      { messages: [{ message: filter, code: notTaken }] },
    );
  return { ...query, sort: undefined };
}
