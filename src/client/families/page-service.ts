import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { ApiError, kindOfStatus } from '../http/errors.ts';
import { readJson } from '../http/json.ts';

/** Facts that the server of this page reports about itself; other servers that serve the page report nothing. */
export interface PageService {
  readonly sandbox: boolean;
  /** The host of another service that this page reaches through its own server. */
  readonly upstream: string | undefined;
}

/** The server that serves this page, outside `/rest/v1` and without a key. */
export function pageService(fetcher: typeof fetch, origin: string) {
  return {
    read: () =>
      queryOptions({
        queryKey: [origin, 'page-service'],
        queryFn: async ({ signal }): Promise<PageService> => {
          const line = { method: 'GET', path: '/readyz', at: currentTime().toISOString() };
          const response = await fetcher(`${origin}/readyz`, {
            signal,
            credentials: 'omit',
            redirect: 'error',
            cache: 'no-store',
          }).catch((cause: unknown) => {
            throw new ApiError('unreachable', line, { cause });
          });
          if (!response.ok) throw new ApiError(kindOfStatus(response.status), line);
          const answer: unknown = await readJson(await response.text());
          const { sandbox, upstream } = (answer ?? {}) as Partial<Record<string, unknown>>;
          return {
            sandbox: sandbox === true,
            upstream: typeof upstream === 'string' ? upstream : undefined,
          };
        },
        staleTime: 60_000,
        retry: false,
      }),
  };
}
