import { currentMillis, currentTime } from '#clock/clock.ts';
import { ApiError, type RequestLine } from '../errors.ts';
import { saysNo, type SendHost, type SendOperation } from './send-operation.ts';

/** What became of it cannot be found out from here: the reader is asked. */
export class Ambiguous extends Error {}

/** The bytes are not in this browser any more. */
export class FileMissing extends Error {}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id that an answer names; anything but text is no id. */
export function idOf(answer: unknown): string | undefined {
  return isRecord(answer) && typeof answer.id === 'string' && answer.id !== '' ? answer.id : undefined;
}

/** An answer that says nothing of what was asked: neither that it happened nor that it did not. */
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

/** Asks for a change. Null in place of an answer is an answer that cannot be read, not a refusal. */
export async function asked<T>(call: Promise<T>): Promise<T> {
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
  return error instanceof ApiError && saysNo(error.kind, error.request.status);
}

/** What a look at what is there told. */
export type Sight = { readonly found: string } | 'none' | 'unclear' | 'no-list';

const mostLooks = 3;
/**
 * Milliseconds after which a call that was begun is over, also at a service that goes on when nobody listens. Our own
 * makes nothing twice under one name (Rule SR-14): there it is only for what stands between and drops the name.
 */
const overAfter = 20_000;
const overAfterNamed = 3_000;

/**
 * Looks until what is there can be told. What was begun a moment ago and had no answer may still be under way at the
 * service: that it is not there is told only once it must be over.
 *
 * @param isOver the service answered, so nothing of it is under way
 * @returns undefined when it is not there
 * @throws Ambiguous when there is no way to tell
 */
export async function lookUp(
  look: () => Promise<Sight>,
  { progress: { refused, over, begunAt } }: SendOperation,
  { sleep = wait, now = currentMillis, connection }: SendHost,
  isOver: boolean,
): Promise<string | undefined> {
  const longest = isNamedThere(connection) ? overAfterNamed : overAfter;
  const until = isOver || over || begunAt === undefined ? 0 : Date.parse(begunAt) + longest;
  let hasWaited = false;
  for (let unclear = 0; unclear < mostLooks;) {
    const sight = await look();
    if (typeof sight === 'object') return sight.found;
    if (sight === 'no-list' && refused) return undefined;
    if (sight === 'none') {
      const left = Math.min(until - now(), longest);
      if (hasWaited || left <= 0) return undefined;
      await sleep(left);
      hasWaited = true;
      continue;
    }
    // An answer that was spoilt on its way is not spoilt every time; nor is a list missing for that it was once.
    unclear += 1;
    if (unclear < mostLooks) await sleep(300 * unclear * (1 + Math.random()));
  }
  throw new Ambiguous();
}

/** Whether calls carry names of their own: only to the page's own origin. */
function isNamedThere({ baseUrl }: SendHost['connection']): boolean {
  return new URL(baseUrl).origin === (globalThis.location as Location | undefined)?.origin;
}

/** Whether the service itself answered: what it was asked is over, one way or the other. */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error.request;
  // These are of somebody who stands between, and did not wait.
  return status !== undefined && status !== 502 && status !== 504;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
