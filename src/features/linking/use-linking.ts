import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type ErrorKind } from '#client/http/errors.ts';
import { linkingAs } from '#client/families/people/linking.ts';
import { useHost } from '#client/session/session-context.tsx';
import type { OrganizationLink } from '#contract/resources/resources.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import type { LinkTarget } from '#widgets/linking/link-address.ts';
import { m } from '#i18n/messages.ts';

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

/** Why a link was not made or not removed, in the words of this page. */
export interface RefusalWords {
  readonly text: string;
  /** There is a link already: not a failure. */
  readonly already: boolean;
}

export function makeRefusalWords(error: unknown): RefusalWords {
  if (error instanceof ApiError && error.kind === 'conflict')
    return { text: m.linking_already(), already: true };
  return refusalWords(error, {
    'key-refused': m.linking_token_unknown,
    forbidden: m.linking_token_not_person,
    absent: m.linking_absent,
    'not-found': m.linking_absent,
  });
}

export const undoRefusalWords = (error: unknown): RefusalWords =>
  refusalWords(error, { 'key-refused': m.linking_token_unknown, forbidden: m.linking_undo_forbidden });

function refusalWords(error: unknown, words: Partial<Record<ErrorKind, () => string>>): RefusalWords {
  // 200 with null is no refusal: the change may have been made.
  const own = error instanceof ApiError && error.request.status !== 200 ? words[error.kind] : undefined;
  return { text: own?.() ?? describeFailure(error).text, already: false };
}
