import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../http/client.ts';
import { wasBlocked } from '../http/policy-watch.ts';
import { mayReceiveUploads } from './upload.ts';

/** The origin where a service receives documents, and whether this page may upload there. */
export interface UploadOrigin {
  readonly origin: string;
  readonly host: string;
  /**
   * `blocked`: the page's content policy does not allow that origin. `not-secure`: neither https nor the service's own
   * origin. `open`: nothing prevents an upload, though the origin itself may refuse it.
   */
  readonly state: 'open' | 'blocked' | 'not-secure';
}

/** MD5 of no bytes: the address that is requested with it is never used. */
const emptyMd5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** Checks before a document is sent that one could be; null where the service names no address. */
export function uploadOrigin(
  client: Client | undefined,
  fetcher: typeof fetch,
  { page, baseUrl }: { page: string; baseUrl: string },
) {
  return queryOptions({
    queryKey: [client?.scope ?? '', 'upload-origin', page, baseUrl],
    queryFn: async ({ signal }): Promise<UploadOrigin | null> => {
      const query = { filePath: 'testigo.txt', md5Checksum: emptyMd5 };
      const answer = await client?.call('signFileUrl', { query, signal });
      if (typeof answer?.url !== 'string' || !URL.canParse(answer.url, baseUrl)) return null;
      // The address is a secret, so only its origin is used.
      const url = new URL(answer.url, baseUrl);
      const { origin, host } = url;
      const ownOrigin = new URL(baseUrl).origin;
      // The page reached these already.
      if (origin === page || origin === ownOrigin) return { origin, host, state: 'open' };
      if (!mayReceiveUploads(url, ownOrigin)) return { origin, host, state: 'not-secure' };
      try {
        await fetcher(origin, {
          method: 'HEAD',
          mode: 'no-cors',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          signal,
        });
        return { origin, host, state: 'open' };
      } catch {
        return { origin, host, state: (await wasBlocked(origin)) ? 'blocked' : 'open' };
      }
    },
    staleTime: Infinity,
    retry: false,
  });
}
