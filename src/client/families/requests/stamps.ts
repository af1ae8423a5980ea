import { queryOptions } from '@tanstack/react-query';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';

/** Time-stamp tokens ("constancias"), where the service gives their bytes (Rule NO-6). */
export function stamps(client: Client) {
  return {
    /** The token over a hash, DER; null: the service has none, or gives none. */
    over: (hash: string) =>
      queryOptions({
        queryKey: [client.scope, 'stamps', hash],
        queryFn: async ({ signal }): Promise<Uint8Array | null> => {
          try {
            const { bytes } = await client.bytes('readNom151Token', { query: { hash }, signal });
            return new Uint8Array(bytes);
          } catch (error) {
            if (isAbsent(error)) return null;
            throw error;
          }
        },
        // A token over a hash is never replaced; one that is missing may still be made.
        staleTime: ({ state }) => (state.data ? Infinity : 30_000),
        retry: false,
      }),
  };
}
