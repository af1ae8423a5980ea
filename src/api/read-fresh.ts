import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads something from the service itself, now: before it is written to. Neither what is kept, nor a read that is
 * under way already, nor another tab's answer will do.
 */
export async function readFresh<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await queries.cancelQueries({ queryKey: options.queryKey, exact: true });
  return queries.fetchQuery({ ...options, staleTime: 0, persister: (ask, context) => ask(context) });
}
