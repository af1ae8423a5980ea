import { queryOptions } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import type { Client } from '../http/client.ts';
import { ApiError } from '../http/errors.ts';

/**
 * Milliseconds by which the service's clock is ahead. One that cannot be read is taken for the time of this device: no
 * screen needs it, so that its failure is none of theirs.
 */
export const serviceAhead = (client: Client) =>
  queryOptions({
    queryKey: [client.scope, 'service-ahead'],
    queryFn: async ({ signal }) => {
      try {
        return (await readClock(client, signal))?.ahead ?? 0;
      } catch (error) {
        if (error instanceof ApiError && error.kind !== 'cancelled') return 0;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
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
