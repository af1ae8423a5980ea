import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.ts';

/** Tokens and transfers: read by whom they concern; their screens ask for the pages they need. */
export function tokens(client: Client) {
  const key = [client.scope, 'tokens'] as const;
  return {
    key,
    endorsable: (id: string) =>
      queryOptions({
        queryKey: [...key, 'endorsable', id],
        queryFn: ({ signal }) => client.call('readEndorsable', { params: { id }, signal }),
      }),
    wallet: (id: string) =>
      queryOptions({
        queryKey: [...key, 'wallet', id],
        queryFn: ({ signal }) => client.call('readWallet', { params: { id }, signal }),
      }),
    event: (id: string) =>
      queryOptions({
        queryKey: [...key, 'event', id],
        queryFn: ({ signal }) => client.call('readEndorseEvent', { params: { id }, signal }),
      }),
  };
}
