import { holdToContract } from './as-contract.ts';
import type { RequestLine } from './errors.ts';
import { noteLeftOut } from './left-out.ts';

/**
 * An answer as far as it is of the kinds that the contract names; what was left out is noted for the page. It is
 * fetched with the first question, beside it: no page needs it before.
 *
 * @throws ApiError `unreadable`
 */
export function holdAnswer(scope: string, operation: string, answer: unknown, line: RequestLine): unknown {
  const { value, left } = holdToContract(operation, answer, line);
  noteLeftOut(scope, operation, left);
  return value;
}
