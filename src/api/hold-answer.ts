import { holdToContract } from './as-contract.ts';
import type { ApiError, RequestLine } from './errors.ts';
import { noteLeftOut } from './left-out.ts';
import { readRefusal, refusedArgument } from './refusal.ts';
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

/** What a service answered in place of what was wanted; an argument that it does not take is noted. */
export async function refused(
  baseUrl: string,
  response: Response,
  line: RequestLine,
  query: Readonly<Record<string, unknown>> = {},
): Promise<ApiError> {
  const error = await readRefusal(response, line);
  const argument = error.kind === 'malformed' ? refusedArgument(error.messages) : undefined;
  if (argument !== undefined && query[argument] !== undefined)
    serviceFacts(baseUrl).noteRefused(line.path, argument);
  return error;
}
