import { queryOptions } from '@tanstack/react-query';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { readPage, uniqueById, type Page } from '../../queries/paging.ts';

/** Number of the newest requests that are searched, and of the requests found by name. */
export const versionsReach = 100;

export interface FileVersions {
  /** Newest first. */
  readonly requests: readonly SignatureRequest[];
  /** There are requests that were not looked through. */
  readonly partial: boolean;
}

/**
 * The requests whose content was uploaded under a file name: files are versioned and none is overwritten (Rule UP-1),
 * and the interface lists no uploads, so that the versions of one are found by the keys of the requests' contents.
 */
export function fileVersions(client: Client) {
  return {
    of: (fileName: string, organization: string | undefined) =>
      queryOptions({
        queryKey: [client.scope, 'file-versions', fileName, organization],
        queryFn: async ({ signal }): Promise<FileVersions> => {
          const mine = organization ? { organization: { eq: organization } } : {};
          const sort = { field: 'createdAt', order: 'desc' } as const;
          const read = async (search: object): Promise<Page<SignatureRequest>> => {
            const query = { ...mine, ...search, sort, pagination: { page: 1, size: versionsReach } };
            return readPage(await client.call('listSignatureRequests', { query, signal }), 1, query);
          };
          const named = stemOf(fileName);
          const pages = await Promise.all([
            read({}),
            ...(named === '' ? [] : [read({ search: { name: named } })]),
          ]);
          const matches = uniqueById(pages.flatMap(({ items }) => items)).filter((request) =>
            isOfFile(request, fileName),
          );
          return {
            requests: matches.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? '')),
            partial: pages.some(({ nextPage }) => nextPage !== undefined),
          };
        },
        staleTime: 30_000,
        retry: false,
      }),
  };
}

/** A request is first named as its file without the ending. */
const stemOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 256);

/** Whether the content is stored under a path that ends in the file name: a key, or an address of the file. */
function isOfFile({ content }: SignatureRequest, fileName: string): boolean {
  const name = fileName.normalize('NFC');
  return [content?.pdf, content?.json, content?.raw].some((key) => {
    if (!key?.includes('/')) return false;
    const isAddress = URL.canParse(key) && /^https?:/i.test(key);
    const last = (isAddress ? new URL(key).pathname : key).split('/').at(-1) ?? '';
    return (isAddress ? decoded(last) : last).normalize('NFC') === name;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
