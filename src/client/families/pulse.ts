import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { Client } from '../http/client.ts';
import { readPage } from '../queries/paging.ts';

/** One small read that every service has: it shows whether the service answers, how fast, and its number of witnesses. */
export function pulse(client: Client) {
  const key = [client.scope, 'pulse'] as const;
  return {
    key,
    /** @param of whose witnesses are counted */
    read: (of: Pick<QueryOf<'listWitnesses'>, 'organization'> = {}) =>
      queryOptions({
        queryKey: [...key, of],
        queryFn: async ({ signal }) => {
          const started = performance.now();
          const query = { ...of, pagination: { page: 1, size: 1 } };
          const page = readPage(await client.call('listWitnesses', { query, signal }), 1);
          return { milliseconds: Math.round(performance.now() - started), witnesses: page.count ?? null };
        },
      }),
  };
}
