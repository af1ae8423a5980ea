import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.ts';

/** The bytes of documents, where the service gives them (Rule CO-1). They stay in memory for a short time alone. */
export function content(client: Client) {
  const key = [client.scope, 'content'] as const;
  return {
    key,
    bytes: (contentKey: string) =>
      queryOptions({
        queryKey: [...key, contentKey],
        queryFn: async ({ signal }): Promise<Blob> => {
          const { bytes, type } = await client.bytes('readContent', { params: { key: contentKey }, signal });
          return new Blob([bytes], { type });
        },
        // What is under a key is never overwritten.
        staleTime: Infinity,
        gcTime: 60_000,
        retry: false,
      }),
  };
}
