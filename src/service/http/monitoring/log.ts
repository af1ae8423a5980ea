import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Caller } from '../../handlers/access/caller.ts';

export type Log = Logger;

/** Facts of an answered request for the log: enough to find a fault, and no secret. */
export interface RequestFacts {
  /** Of the caller or made here; also a header of the answer. */
  requestId: string;
  /** The route's pattern; an address itself may be a secret. */
  route: string;
  operation: string;
  caller: Caller;
  unknown: readonly string[];
  /** The injected faults, separated by spaces. */
  injectedFault: string;
}

/**
 * The service's log: one JSON line an event. Requests are reported by route, never by address; errors are reported
 * without values (a database's error quotes what it was given); whatever looks like a secret is cut out.
 *
 * @param destination where lines go; standard error without it
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[removed]' },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

const secretPaths = [
  'authorization',
  'secret',
  'token',
  'apiKey',
  'accessToken',
  'anonymousKey',
  'url',
  'headers',
  '*.authorization',
  '*.secret',
  '*.token',
  '*.apiKey',
  '*.accessToken',
  '*.anonymousKey',
  '*.url',
  '*.headers',
];

interface ErrorDescription {
  type: string;
  message: string;
  code?: string | undefined;
  stack?: string | undefined;
  cause?: ErrorDescription | undefined;
}

/** An error for the log: its kind, its words without values, where it arose, and what caused it. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    code,
    stack: frames.slice(0, 12).join('\n'),
    cause: error.cause === undefined || depth > 3 ? undefined : describeError(error.cause, depth + 1),
  };
}

/** Why something failed, for its row in a table: short and without anything secret. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return withoutSecrets(text).slice(0, 300);
}

/** A text without anything by which somebody could act, and without the values of a query. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\bparams?: [\s\S]*$/i, 'params: [removed]')
    .replace(/(bearer\s+)\S+/gi, '$1[removed]')
    .replace(/(\/uploads\/)[^\s"'?#]+/g, '$1[removed]')
    .replace(/(anonymousKey["']?\s*[=:]\s*["']?)[^\s"'&]+/gi, '$1[removed]')
    .replace(/(:\/\/)[^\s/@]+@/g, '$1[removed]@');
}
