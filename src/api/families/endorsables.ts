import { queryOptions } from '@tanstack/react-query';
import type { Endorsable } from '#contract/resources.ts';
import type { Client } from '../client.ts';

/** Tokens, as the service tells them. */
export function endorsables(client: Client) {
  const key = [client.scope, 'endorsables'] as const;
  return {
    key,
    /** @param id a whole number without leading zeros */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }): Promise<Endorsable> =>
          client.call('readEndorsable', { params: { id }, signal }),
      }),
  };
}
