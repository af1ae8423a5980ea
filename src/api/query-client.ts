import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './errors.ts';

/** Seconds between live refreshes of what is on screen. */
export const liveSeconds = 5;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000) * (0.5 + Math.random()),
        // Offline, a read fails at once and says so; what was read before stays on screen.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
