import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/operations/operations.ts';
import type { OrganizationLink, OrganizationMember } from '#contract/resources/resources.ts';
import type { Client } from '../../http/client.ts';
import { invalidatesOnSettled } from '../../queries/invalidate.ts';
import { readPage, readWhole, type CompleteList } from '../../queries/paging.ts';
import { isAbsent } from '../../session/capabilities.ts';

export function organizations(client: Client) {
  const key = [client.scope, 'organizations'] as const;
  return {
    key,
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readOrganization', { params: { id }, signal }),
      }),
    /** What waits to be preserved, and what fails (Rule PR-8). Null where the service does not answer that. */
    preservation: (id: string) =>
      queryOptions({
        queryKey: [...key, 'preservation', id],
        queryFn: ({ signal }) =>
          client.call('readPreservation', { params: { id }, signal }).catch((error: unknown) => {
            if (isAbsent(error)) return null;
            throw error;
          }),
      }),
    members: (organizationId: string) =>
      queryOptions({
        queryKey: [...key, 'members', organizationId],
        queryFn: ({ signal }) =>
          readWhole<OrganizationMember>(async (page) => {
            const query = { organization: { eq: organizationId }, pagination: { page, size: 100 } };
            return readPage(await client.call('listOrganizationMembers', { query, signal }), page, query);
          }),
      }),
  };
}

/** The most that services give at once. */
export const mostLinks = 100;

export type LinkFilter = Omit<QueryOf<'listOrganizationLinks'>, 'pagination'>;

/** Whether a person is linked. Undefined: the links were not read, or not all of them, and the person is not among them. */
export function isLinked(
  links: CompleteList<OrganizationLink> | undefined,
  subjectId: string | null | undefined,
): boolean | undefined {
  if (!links || subjectId == null) return undefined;
  return links.items.some(({ subject }) => subject?.id === subjectId) || (links.complete ? false : undefined);
}

export function organizationLinks(client: Client) {
  const key = [client.scope, 'organization-links'] as const;
  return {
    key,
    /** Every link of the organization: the directory and the composer show who can be invited. */
    whole: (filter: LinkFilter = {}) =>
      queryOptions({
        queryKey: [...key, 'whole', filter],
        queryFn: ({ signal }) =>
          readWhole<OrganizationLink>(async (page) => {
            const query = { ...filter, pagination: { page, size: 100 } };
            return readPage(await client.call('listOrganizationLinks', { query, signal }), page, query);
          }),
      }),
    /** The links of these subjects alone, at most a page of them. */
    of: (subjects: readonly string[], filter: LinkFilter = {}) =>
      queryOptions({
        queryKey: [...key, 'of', subjects, filter],
        queryFn: async ({ signal }) => {
          const query = {
            ...filter,
            subject: { in: [...subjects] },
            pagination: { page: 1, size: mostLinks },
          };
          return readPage(await client.call('listOrganizationLinks', { query, signal }), 1, query);
        },
      }),
    /** One link by its id, for its members and its subject (Rule OL-1): every service has it. */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => client.call('readOrganizationLink', { params: { id }, signal }),
      }),
    remove: () =>
      mutationOptions({
        mutationFn: (link: RemovedLink) => client.call('deleteOrganizationLink', { query: link }),
        ...invalidatesOnSettled(key),
      }),
  };
}

/** A link by its id, or by the two that it joins where the service lists no ids (Rule OL-3). */
export type RemovedLink =
  { readonly id: string } | { readonly subject: string; readonly organization: string };
