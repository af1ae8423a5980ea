import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

/**
 * Reads something from the service itself, now: before it is written to. Neither what is cached nor a read that is
 * under way already will do.
 */
export async function readFresh<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> {
  await queries.cancelQueries({ queryKey: options.queryKey, exact: true });
  return queries.query({ ...options, staleTime: 0 });
}
