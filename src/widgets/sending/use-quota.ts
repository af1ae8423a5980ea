import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { KnownOrganization } from '#client/session/session-state.ts';
import type { Organization } from '#contract/resources/resources.ts';
import { m } from '#i18n/messages.ts';

export interface QuotaRead {
  readonly quota: NonNullable<Organization['quota']> | undefined;
  /** What to show in place of a counter that the quota does not have: it is being read, failed, or is not reported. */
  readonly unknown: string;
}

/**
 * The quota of an organization.
 *
 * @param staleTime milliseconds for which an earlier answer is good enough; absent: as for every query
 */
export function useQuota(
  organization: Pick<KnownOrganization, 'id'> | undefined,
  staleTime?: number,
): QuotaRead {
  const { client, capabilities } = useConnection();
  const read = useQuery({
    ...organizations(client).one(organization?.id ?? ''),
    enabled: organization !== undefined && offers(capabilities, 'listOrganizations'),
    ...(staleTime !== undefined && { staleTime }),
  });
  const unknown = read.isLoading
    ? m.common_quota_loading()
    : read.isError && !read.data
      ? m.common_quota_failed()
      : m.common_quota_unknown();
  return { quota: read.data?.quota ?? undefined, unknown };
}
