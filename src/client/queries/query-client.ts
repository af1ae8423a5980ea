import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransientError, retryAfterMs } from '../http/errors.ts';
import { keepFailures } from './keep-failures.ts';

/** Seconds between live refreshes of what is on screen. */
export const liveSeconds = 5;

/** Milliseconds between two tries of a read. */
const maxRetryDelayMs = 8_000;

export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache();
  keepFailures(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 30 * 60_000,
        // A service that asks to wait longer than anybody would watch is taken at its word at once, and said.
        retry: (failures, error) =>
          failures < 2 && isTransientError(error) && retryAfterMs(error) <= maxRetryDelayMs,
        retryDelay: (attempt, error) =>
          Math.max(
            retryAfterMs(error),
            Math.min(1000 * 2 ** attempt, maxRetryDelayMs) * (0.5 + Math.random()),
          ),
        // Offline, a read fails at once and says so; what was read before stays on screen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
