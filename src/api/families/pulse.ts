import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.ts';
import { readPage } from '../paging.ts';

/** Whether the service answers, how fast, and how many witnesses it has: one small read that every service has. */
export function pulse(client: Client) {
  const key = [client.scope, 'pulse'] as const;
  return {
    key,
    read: () =>
      queryOptions({
        queryKey: [...key],
        queryFn: async ({ signal }) => {
          const started = performance.now();
          const query = { pagination: { page: 1, size: 1 } };
          const page = readPage(await client.call('listWitnesses', { query, signal }), 1);
          return { milliseconds: Math.round(performance.now() - started), witnesses: page.count ?? null };
        },
      }),
  };
}
