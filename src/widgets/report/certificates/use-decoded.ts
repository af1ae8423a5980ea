import { useEffect, useState } from 'react';
import { ProofError } from '#proofs/errors.ts';

export type ReadState<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly value: T }
  /** The evidence cannot be read; what would have been accepted, in the words of the format. */
  | { readonly kind: 'unread'; readonly message: string };

/**
 * Reads evidence with a reader that is loaded when it is first needed. Evidence that cannot be read is an answer, any
 * other error goes up to the page's boundary.
 *
 * @param load must be the same function in every render: a constant of the module
 */
export function useRead<I, T>(load: () => Promise<(input: I) => T>, input: I): ReadState<T> {
  const [state, setState] = useState<
    { readonly of: I; readonly result: ReadState<T> } | { readonly error: unknown }
  >();
  useEffect(() => {
    let wanted = true;
    load().then(
      (read) => {
        if (wanted) setState({ of: input, result: readWith(read, input) });
      },
      (error: unknown) => {
        if (wanted) setState({ error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [load, input]);
  if (state === undefined) return { kind: 'reading' };
  if ('error' in state) throw state.error;
  return state.of === input ? state.result : { kind: 'reading' };
}

function readWith<I, T>(read: (input: I) => T, input: I): ReadState<T> {
  try {
    return { kind: 'read', value: read(input) };
  } catch (error) {
    if (error instanceof ProofError) return { kind: 'unread', message: error.message };
    throw error;
  }
}
