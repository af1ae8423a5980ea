import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../http/client.ts';
import { hashFile } from '../../files/hash-file.ts';

/** The bytes of documents, where the service gives them (Rule CO-1). They stay in memory for a short time alone. */
export function content(client: Client) {
  const key = [client.scope, 'content'] as const;
  return {
    key,
    /** @param anonymousKey of a shared link, requested when it is needed: it is in no cache key */
    bytes: (contentKey: string, anonymousKey?: () => string | undefined) =>
      queryOptions({
        queryKey: [...key, contentKey],
        queryFn: async ({ signal }): Promise<Blob> => {
          const { bytes, type } = await client.bytes('readContent', {
            params: { key: contentKey },
            query: { anonymousKey: anonymousKey?.() },
            signal,
          });
          return new Blob([bytes], { type });
        },
        // What is under a key is never overwritten.
        staleTime: Infinity,
        gcTime: 60_000,
        retry: false,
      }),
  };
}

const digests = new WeakMap<Blob, number>();
let counted = 0;

/** SHA-256 of a document's bytes, lower-case hexadecimal, computed in a worker. */
export function documentDigest(file: Blob) {
  // Bytes have no name of their own: each file gets a number.
  const number = digests.get(file) ?? (counted += 1);
  digests.set(file, number);
  const hash = (signal: AbortSignal) => hashFile(file, { signal });
  return queryOptions({
    queryKey: ['document-digest', number],
    queryFn: async ({ signal }) => (await hash(signal)).sha256,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}
