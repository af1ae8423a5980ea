import { queryOptions } from '@tanstack/react-query';
import type { EndorseEvent } from '#contract/resources.ts';
import type { Client } from '../client.ts';

/** Every event of one token that the service tells. */
export interface TokenEvents {
  readonly items: readonly EndorseEvent[];
  /** Every page was read to the end of the list. */
  readonly complete: boolean;
}

const pageSize = 1000;
/** Pages read at most: what is beyond them is said to be missing. */
const mostPages = 100;

/** Transfers of tokens, as the service tells them. */
export function endorseEvents(client: Client) {
  return {
    ofToken: (token: string) =>
      queryOptions({
        queryKey: [client.scope, 'endorse-events', 'of-token', token],
        queryFn: async ({ signal }): Promise<TokenEvents> => {
          const items = new Map<string, EndorseEvent>();
          let after: string | undefined;
          for (let page = 0; page < mostPages; page += 1) {
            const query = {
              where: { digest: token },
              orderBy: 'timestamp' as const,
              orderDirection: 'asc' as const,
              limit: pageSize,
              ...(after !== undefined && { after }),
            };
            const answer = await client.call('listEndorseEvents', { query, signal });
            for (const event of answer.items ?? []) if (event.id) items.set(event.id, event);
            const end = answer.pageInfo?.endCursor;
            if (!answer.pageInfo?.hasNextPage) return { items: [...items.values()], complete: true };
            // A page that names no way on cannot be followed.
            if (!end || end === after) break;
            after = end;
          }
          return { items: [...items.values()], complete: false };
        },
        retry: false,
      }),
  };
}
