import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isTransientError } from '#client/http/errors.ts';
import { liveSeconds } from '#client/queries/query-client.ts';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { addressForm } from '#client/families/tokens/wallets.ts';
import { useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { useElapsed } from '#ui/hooks/use-elapsed.ts';
import type { ListName } from '../filter/fields.ts';
import { condition, everything, type FilterNode, type Group } from '../filter/tree.ts';

/** Whatever these people gave, received or hold. */
export function ofPeople(list: ListName, addresses: readonly string[]): FilterNode {
  const comparison = addresses.length === 1 ? 'is' : 'in';
  if (list === 'tokens') return condition('ownerId', comparison, ...addresses);
  return {
    kind: 'group',
    join: 'or',
    items: [condition('fromId', comparison, ...addresses), condition('toId', comparison, ...addresses)],
  };
}

/**
 * What concerns the wallets of the organization's members. `everything` where they have none or it cannot be known,
 * undefined until it is known, which is not waited for long.
 */
export function useOwnFilter(list: ListName): {
  filter: Group | undefined;
  /** It may come: the members are being read, or could not be and are read again. */
  isAwaited: boolean;
  /** The members could not be read, which may pass: reads them again. */
  readAgain: (() => unknown) | undefined;
} {
  const { client, capabilities, organization } = useConnection();
  const members = useQuery({
    ...organizations(client).members(organization?.id ?? ''),
    enabled: offers(capabilities, 'listOrganizationMembers') && organization !== undefined,
    staleTime: 5 * 60_000,
    retry: false,
    // What the service refuses will not come; what merely failed may.
    refetchInterval: ({ state }) => (isTransientError(state.error) ? liveSeconds * 1000 : false),
  });
  const people = (members.data?.items ?? []).flatMap(({ subject }): Subject[] => (subject ? [subject] : []));
  const whole = useHydrated(
    client,
    'listSubjects',
    people.flatMap(({ id, EVMAddress }) => (id && !EVMAddress ? id : [])),
  );
  const wallets = people.flatMap(({ id, EVMAddress }) => {
    const address = EVMAddress ?? whole[id ?? '']?.EVMAddress;
    return address ? addressForm(address) : [];
  });
  const named = [...new Set(wallets)].sort().join(' ');
  const isLate = useElapsed(2_000);
  const isReading = members.isFetching && members.data === undefined;
  const isWaiting = !isLate && isReading;
  const filter = useMemo(() => {
    if (named !== '') return { ...everything, items: [ofPeople(list, named.split(' '))] };
    return isWaiting ? undefined : everything;
  }, [list, named, isWaiting]);
  const isMissing = members.data === undefined && isTransientError(members.error);
  return { filter, isAwaited: isReading || isMissing, readAgain: isMissing ? members.refetch : undefined };
}
