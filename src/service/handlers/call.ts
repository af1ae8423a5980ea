import type { NestedArgument } from '#contract/filters/nested-lists.ts';
import type { InputOf, OperationName, QueryOf } from '#contract/operations/operations.ts';
import type { Caller } from './access/caller.ts';

/** A nested list argument with its parsed value. */
export interface NestedValue {
  readonly argument: NestedArgument;
  readonly value: unknown;
}

/** One call of an operation, parsed and checked against the contract: what a handler is given. */
export interface Call<N extends OperationName> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryOf<N>;
  readonly input: InputOf<N>;
  readonly nested: readonly NestedValue[];
  /** The caller's own name of this very call: sent again under it, a create makes nothing new (Rule SR-14). */
  readonly repeatKey?: string | undefined;
}

/** Handler of an operation. It throws refusals as `ServiceError`. */
export type Handler<N extends OperationName> = (call: Call<N>) => Promise<unknown>;

/** The handlers the service has, by operation name. One that is absent is 404 (Rule ER-4). */
export type Handlers = { readonly [N in OperationName]?: Handler<N> };
