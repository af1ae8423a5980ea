import { queryOptions } from '@tanstack/react-query';
import type { Endorsable } from '#contract/resources/resources.ts';
import { endorsableGrammar } from '#contract/filters/filter-grammars.ts';
import type { Client } from '../../http/client.ts';
import { cursorList } from '../../queries/cursor-pages.ts';

/** Tokens, as the service tells them. */
export function endorsables(client: Client) {
  const key = [client.scope, 'endorsables'] as const;
  return {
    ...cursorList(key, endorsableGrammar, (query, signal) =>
      client.call('listEndorsables', { query, signal }),
    ),
    /** @param id a whole number without leading zeros */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }): Promise<Endorsable> =>
          client.call('readEndorsable', { params: { id }, signal }),
      }),
  };
}
