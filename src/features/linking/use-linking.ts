import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isAbsent } from '#api/capabilities.ts';
import { ApiError } from '#api/errors.ts';
import { linkingAs } from '#api/families/linking.ts';
import { useHost } from '#api/session-context.tsx';
import type { OrganizationLink } from '#contract/resources.ts';
import { describeFailure } from '#widgets/failure.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { m } from '#words/words.ts';

interface As {
  readonly token: string;
}

/** The link that was just made, and whose access can take it back. */
export interface Made {
  readonly link: OrganizationLink;
  readonly who: string | undefined;
  readonly token: string;
  readonly persona: string | undefined;
}

/** Makes the link with somebody's own access. What is open here of links is read anew. */
export function useMakeLink({ organization, baseUrl }: LinkTarget) {
  const { fetch: fetcher } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ token }: As) => linkingAs(fetcher, baseUrl, token).create(organization),
    // What carries a token is forgotten with the page.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries(),
  });
}

export function useUndoLink({ baseUrl }: LinkTarget) {
  const { fetch: fetcher } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ token, id }: As & { readonly id: string }) =>
      linkingAs(fetcher, baseUrl, token).remove({ id }),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries(),
  });
}

/** Why there is no link, in the words of this page. */
export function refusalWords(error: unknown): { text: string; already: boolean } {
  const kind = error instanceof ApiError ? error.kind : undefined;
  if (kind === 'conflict') return { text: m.linking_already(), already: true };
  const own =
    kind === 'key-refused'
      ? m.linking_token_unknown()
      : kind === 'forbidden'
        ? m.linking_token_not_person()
        : isAbsent(error)
          ? m.linking_absent()
          : undefined;
  return { text: own ?? describeFailure(error).text, already: false };
}
