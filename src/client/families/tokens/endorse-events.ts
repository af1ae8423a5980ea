import { queryOptions } from '@tanstack/react-query';
import type { EndorseEvent, EndorseEventPage } from '#contract/resources/resources.ts';
import { endorseEventGrammar } from '#contract/filters/filter-grammars.ts';
import type { Client } from '../../http/client.ts';
import { cursorList } from '../../queries/cursor-pages.ts';

/** Every event of one token that the service tells. */
export interface TokenEvents {
  readonly items: readonly EndorseEvent[];
  /** Every page was read to the end of the list. */
  readonly complete: boolean;
  /** Why not, where it was not. */
  readonly missing?: MissingEvents;
}

/**
 * Why a list of events could not be read to its end: a page failed, a page announced more without a cursor to them or did
 * not say whether there is more, there are more pages than are read, or some of what came could not be read.
 */
export type MissingEvents =
  | { readonly why: 'failed'; readonly page: number; readonly error: unknown }
  | { readonly why: 'no-way-on' | 'no-end' | 'too-many' | 'unreadable'; readonly page: number };

const pageSize = 1000;
/** Pages read at most: what is beyond them is said to be missing. */
const mostPages = 100;

/** Transfers of tokens, as the service tells them. */
export function endorseEvents(client: Client) {
  const key = [client.scope, 'endorse-events'] as const;
  return {
    ...cursorList(key, endorseEventGrammar, (query, signal) =>
      client.call('listEndorseEvents', { query, signal }),
    ),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readEndorseEvent', { params: { id }, signal }),
      }),
    ofToken: (token: string) =>
      queryOptions({
        queryKey: [...key, 'of-token', token],
        queryFn: async ({ signal }): Promise<TokenEvents> => {
          const items = new Map<string, EndorseEvent>();
          const until = (missing: MissingEvents): TokenEvents => ({
            items: [...items.values()],
            complete: false,
            missing,
          });
          let after: string | undefined;
          /** The first page of which something could not be read. */
          let unreadable: number | undefined;
          for (let page = 1; page <= mostPages; page += 1) {
            const query = {
              where: { digest: token },
              orderBy: 'timestamp' as const,
              orderDirection: 'asc' as const,
              limit: pageSize,
              ...(after !== undefined && { after }),
            };
            let answer: EndorseEventPage;
            try {
              answer = await client.call('listEndorseEvents', { query, signal });
            } catch (error) {
              // A failed first page fails the list; after a later one the pages that were read count, and the rest is missing.
              if (signal.aborted || page === 1) throw error;
              return until({ why: 'failed', page, error });
            }
            for (const event of answer.items ?? []) if (event.id) items.set(event.id, event);
            // An event without its id has no place among the others.
            if (!answer.items?.every(({ id }) => id)) unreadable ??= page;
            const end = answer.pageInfo?.endCursor;
            if (answer.pageInfo?.hasNextPage !== true) {
              if (unreadable !== undefined) return until({ why: 'unreadable', page: unreadable });
              if (answer.pageInfo?.hasNextPage !== false) return until({ why: 'no-end', page });
              return { items: [...items.values()], complete: true };
            }
            // A page that names no way on cannot be followed.
            if (!end || end === after) return until({ why: 'no-way-on', page });
            after = end;
          }
          return until({ why: 'too-many', page: mostPages });
        },
        // Thousands of events are not compared one by one with those before.
        structuralSharing: false,
        retry: false,
      }),
  };
}
