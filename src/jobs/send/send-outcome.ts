import { currentMillis, currentTime } from '#clock/clock.ts';
import { isRecord } from '#contract/schema/is-record.ts';
import { sleep } from '#client/http/sleep.ts';
import { ApiError, type RequestLine } from '#client/http/errors.ts';
import { isRefusal, type SendHost } from './send-job.ts';
import type { Candidate, SendJob } from './send-record.ts';

/** The outcome of a step cannot be determined from here, so a person decides. */
export class Ambiguous extends Error {
  /** Existing requests that the step may have made. */
  readonly candidates: readonly Candidate[];

  constructor(candidates: readonly Candidate[] = []) {
    super();
    this.candidates = candidates;
  }
}

/** The bytes are not in this browser any more. */
export class FileMissing extends Error {}

/** The id that an answer names; anything but text is no id. */
export function idOf(answer: unknown): string | undefined {
  return isRecord(answer) && typeof answer.id === 'string' && answer.id !== '' ? answer.id : undefined;
}

/** Names under which services put an answer into another object. */
const wrappers = ['data', 'result'];

/**
 * The id of the created object, even if the rest of the answer cannot be read or the object is wrapped.
 *
 * @param names of wrappers that contain nothing but the created object
 */
export function madeIdOf(answer: unknown, names: readonly string[], levels = 3): string | undefined {
  const id = idOf(answer);
  if (id !== undefined || levels === 0 || !isRecord(answer) || 'id' in answer) return id;
  const inner = [...names, ...wrappers].filter((name) => isRecord(answer[name]));
  return inner.length === 1 ? madeIdOf(answer[inner[0] ?? ''], names, levels - 1) : undefined;
}

/** An answer that shows neither that the change happened nor that it did not. */
export function unreadable(method: string, path: string, why: string): ApiError {
  const line: RequestLine = { method, path, status: 200, at: currentTime().toISOString() };
  return new ApiError('unreadable', line, { messages: [{ message: why }] });
}

/** The service answered yes, and what it answered cannot be read; null is such an answer too. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'unreadable' || isNull(error);
}

const isNull = ({ kind, request: { status = 0 } }: ApiError): boolean =>
  kind === 'not-found' && status >= 200 && status < 300;

/** The answer to a change. Null in place of an answer is an answer that cannot be read, not a refusal. */
export async function answerToChange<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && isNull(error))
      throw new ApiError('unreadable', error.request, { cause: error });
    throw error;
  }
}

/** The service said no, so nothing came of it. */
export function isDefinite(error: unknown): boolean {
  return error instanceof ApiError && isRefusal(error.kind, error.request.status);
}

/** The service limits how often it is called (429). */
export function isLimited(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'rate-limited';
}

/** Whether the service refused the form of an argument, so that nothing happened and another form may be tried. */
export function isRefusedArgument(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'malformed' || error.kind === 'rule');
}

/** Result of a lookup: the object, or the candidates for it. */
export type LookUpResult =
  { readonly found: string } | { readonly candidates: readonly Candidate[] } | 'none' | 'unclear' | 'no-list';

const mostLooks = 3;
/**
 * Milliseconds after which a call is over, even at a service that continues after the connection ends. The embedded
 * service makes nothing twice under one name (Rule SR-14): there the limit only covers proxies that drop the name.
 */
const callEndsAfterMs = 20_000;
const namedCallEndsAfterMs = 3_000;

/**
 * Looks until the outcome is certain. A call that was begun a moment ago without an answer may still be running at the
 * service: it counts as not done only once it must be over.
 *
 * @param isOver the service answered, so nothing is running any more
 * @returns undefined when the object does not exist
 * @throws Ambiguous when the outcome cannot be determined, or several objects match
 */
export async function lookUp(
  look: () => Promise<LookUpResult>,
  { progress: { refused, over, begunAt, accepted } }: SendJob,
  { sleep: pause = sleep, now = currentMillis, connection }: SendHost,
  isOver: boolean,
): Promise<string | undefined> {
  const longest = isNamedThere(connection) ? namedCallEndsAfterMs : callEndsAfterMs;
  const until = isOver || over || begunAt === undefined ? 0 : Date.parse(begunAt) + longest;
  let hasWaited = false;
  let candidates: readonly Candidate[] = [];
  for (let unclear = 0; unclear < mostLooks;) {
    const sight = await look();
    if (typeof sight === 'object' && 'found' in sight) return sight.found;
    if (sight === 'no-list' && refused) return undefined;
    candidates = typeof sight === 'object' ? sight.candidates : [];
    // An accepted object exists, though the service's list may show it a moment later.
    if (sight === 'none' && !accepted) {
      const left = Math.min(until - now(), longest);
      if (hasWaited || left <= 0) return undefined;
      await pause(left);
      hasWaited = true;
      continue;
    }
    // A corrupted or missing list may be readable at the next attempt.
    unclear += 1;
    if (unclear < mostLooks) await pause(300 * unclear * (1 + Math.random()));
  }
  throw new Ambiguous(candidates);
}

/** Whether the service respects idempotency keys: only the one at the page's own origin, and no other one behind it. */
function isNamedThere({ baseUrl, upstream }: SendHost['connection']): boolean {
  return (
    upstream === undefined &&
    new URL(baseUrl).origin === (globalThis.location as Location | undefined)?.origin
  );
}

/** Whether the service itself answered, so that the call is over. */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error.request;
  // Gateways answer these without waiting for the service.
  return status !== undefined && status !== 502 && status !== 504;
}
