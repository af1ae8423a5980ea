import { queryOptions } from '@tanstack/react-query';
import { readSandboxSession } from '../sandbox.ts';

/** Who the demo of the service that serves this page has. Its keys stay in memory, like every key. */
export const sandboxSession = (fetcher: typeof fetch, origin: string) =>
  queryOptions({
    queryKey: [origin, 'sandbox', 'session'],
    queryFn: () => readSandboxSession(fetcher, origin),
    staleTime: 60_000,
    retry: false,
  });
