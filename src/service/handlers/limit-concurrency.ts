import pLimit from 'p-limit';
import type { OperationName } from '#contract/operations/operations.ts';
import type { Handlers } from './call.ts';

/**
 * These wait for third-party services (a time-stamp authority, an OCSP responder), and would block the operations of the
 * database meanwhile. Their transactions begin after that, and are short.
 */
const unlimitedOperations: ReadonlySet<string> = new Set([
  'certifyWitness',
  'signInvite',
] satisfies OperationName[]);

/**
 * Runs at most `maxConcurrent` operations at once and queues the others in order of arrival (Rule ST-23). The embedded
 * database runs one statement at a time: if operations alternated by statement, each would wait for all others at
 * each of its statements, and those with many statements would take longest.
 */
export function limitConcurrency(handlers: Handlers, maxConcurrent = 4): Handlers {
  const limit = pLimit(maxConcurrent);
  // Each handler keeps the type of its own call, which is only passed on.
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      unlimitedOperations.has(name)
        ? handler
        : (call: unknown) => limit(() => (handler as (call: unknown) => Promise<unknown>)(call)),
    ]),
  );
}
