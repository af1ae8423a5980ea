import { queryOptions } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import type { Client } from '../http/client.ts';
import { ApiError } from '../http/errors.ts';

/** A call that took longer, as one that waited for another key, says nothing of the time when it was answered. */
const longestMs = 15_000;

/**
 * Milliseconds by which the service's clock is ahead; null until it is known. A read that fails leaves what was known: no
 * screen needs it, so that its failure is none of theirs.
 */
export const serviceAhead = (client: Client) =>
  queryOptions({
    queryKey: [client.scope, 'service-ahead'],
    queryFn: async ({ signal, queryKey, client: queries }) => {
      const known = queries.getQueryData<number | null>(queryKey) ?? null;
      try {
        const sentAt = performance.now();
        const read = await readClock(client, signal);
        return read && performance.now() - sentAt <= longestMs ? read.ahead : known;
      } catch (error) {
        if (error instanceof ApiError && error.kind !== 'cancelled') return known;
        throw error;
      }
    },
    // No page waits for it.
    initialData: null as number | null,
    initialDataUpdatedAt: 0,
    staleTime: ({ state }) => (state.data === null ? 0 : 5 * 60_000),
    retry: false,
  });

/** The service's clock, and by how many milliseconds it is ahead of this device; null: its answer is no instant. */
export async function readClock(client: Client, signal: AbortSignal) {
  const sentAt = currentMillis();
  const { time } = await client.call('readServerTime', { signal });
  const at = Date.parse(time ?? '');
  // The service read its clock between the request and the answer.
  const here = (sentAt + currentMillis()) / 2;
  return Number.isNaN(at) ? null : { at, ahead: Math.round(at - here) };
}
