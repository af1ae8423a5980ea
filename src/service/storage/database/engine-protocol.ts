// Messages between the service and the thread of its embedded database. Each request is answered once, by its id.

import { EngineStopped } from './sql-engine.ts';
import type { EngineSource } from './sql-engine.ts';

export type EngineCommand =
  /** The first of all. */
  | ({ readonly kind: 'open' } & EngineSource)
  /** Without a transaction the statement is one of its own. */
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly params: readonly unknown[];
      readonly transaction: number | undefined;
    }
  | { readonly kind: 'exec'; readonly text: string; readonly transaction: number | undefined }
  /** Answered when the turn of the transaction has come; it is named by the id of this request. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit' | 'rollback'; readonly transaction: number }
  | { readonly kind: 'close' };

export interface EngineRequest {
  readonly id: number;
  readonly command: EngineCommand;
}

/** `closed`: whether the engine was found unable to go on. */
export type EngineAnswer =
  | { readonly id: number; readonly rows?: readonly object[] }
  | { readonly id: number; readonly error: SentError; readonly closed: boolean };

/** An error as it travels: a structured clone would lose its class and the code of the database. */
export interface SentError {
  readonly isRuntimeError: boolean;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Its own fields that are texts or numbers: the code, the constraint, the place in the statement. */
  readonly fields: Readonly<Record<string, string | number>>;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { isRuntimeError: false, name: 'Error', message: String(error), stack: undefined, fields: {} };
  const fields = Object.entries(error).filter(
    ([name, value]) => name !== 'name' && (typeof value === 'string' || typeof value === 'number'),
  ) as [string, string | number][]; // just looked at
  return {
    isRuntimeError: error instanceof WebAssembly.RuntimeError,
    name: error.name,
    message: error.message,
    stack: error.stack,
    fields: Object.fromEntries(fields),
  };
}

/** The error that was sent, with the class by which a broken engine is known. */
export function receivedError({ isRuntimeError, name, message, stack, fields }: SentError): Error {
  const error = isRuntimeError ? new WebAssembly.RuntimeError(message) : new Error(message);
  if (!isRuntimeError) error.name = name;
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, fields);
}

/** Whether an engine can answer nothing more after this. WebAssembly throws where the code inside cannot go on. */
export const isBroken = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof EngineStopped;
