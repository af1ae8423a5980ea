import type { MutationFunctionContext, QueryClient, QueryKey } from '@tanstack/react-query';

type Listener = (keys: readonly QueryKey[]) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with the keys of every change made in this tab. @returns how to stop */
export function onInvalidate(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Marks what begins with these keys as out of date after a change made here, in this tab and in the other tabs of the
 * same organization. Resolves once what is on screen has been read again.
 */
export async function invalidate(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  for (const listener of listeners) listener(keys);
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/**
 * The part of `mutationOptions` that reads again what begins with these keys. It does so after a refusal too: that may
 * be the sign of a change that somebody else made.
 */
export const invalidatesOnSettled = (...keys: readonly QueryKey[]) => ({
  onSettled: (
    _answer: unknown,
    _error: Error | null,
    _input: unknown,
    _result: unknown,
    { client }: MutationFunctionContext,
  ): Promise<void> => invalidate(client, ...keys),
});

/** The part of `mutationOptions` that reads everything on screen again, whichever organization it is of. */
export const invalidatesEverythingOnSuccess = {
  onSettled: (
    _answer: unknown,
    error: Error | null,
    _input: unknown,
    _result: unknown,
    { client }: MutationFunctionContext,
  ): Promise<void> | undefined => (error ? undefined : client.invalidateQueries()),
};
