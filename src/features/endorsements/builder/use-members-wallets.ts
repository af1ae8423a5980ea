import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { addressForm } from '#client/families/tokens/wallets.ts';
import { useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';

/** Wallets of the organization's members; undefined while they are not known, and where the service does not list members. */
export function useMembersWallets(): {
  readonly wallets: readonly string[] | undefined;
  readonly isLoading: boolean;
} {
  const { client, capabilities, organization } = useConnection();
  const listed = offers(capabilities, 'listOrganizationMembers') && organization !== undefined;
  const members = useQuery({
    ...organizations(client).members(organization?.id ?? ''),
    enabled: listed,
    staleTime: 5 * 60_000,
    retry: false,
  });
  const people = (members.data?.items ?? []).flatMap(({ subject }): Subject[] => (subject ? [subject] : []));
  const whole = useHydrated(
    client,
    'listSubjects',
    people.flatMap(({ id, EVMAddress }) => (id && !EVMAddress ? id : [])),
  );
  const wallets = members.data && [
    ...new Set(
      people.flatMap(({ id, EVMAddress }) => {
        const address = EVMAddress ?? whole[id ?? '']?.EVMAddress;
        return address ? addressForm(address) : [];
      }),
    ),
  ];
  return { wallets: wallets?.sort(), isLoading: members.isLoading };
}
