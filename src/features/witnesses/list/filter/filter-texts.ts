import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadById } from '#client/queries/hydration.ts';
import { useConnection, useSession } from '#client/session/session-context.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { visibleText } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { readFind, type Found } from './filter-find.ts';
import type { FilterName, Presence, WitnessView } from './filter.ts';

/** A filter's name on its chip. */
export function filterWord(name: FilterName): string {
  switch (name) {
    case 'find':
      return m.witnesses_list_filter_find();
    case 'nom151':
      return m.witnesses_filter_nom151();
    case 'merkleized':
      return m.witnesses_filter_merkleized();
    case 'owner':
      return m.witnesses_filter_owner();
    case 'claimable':
      return m.witnesses_filter_claimable();
    case 'claimed':
      return m.witnesses_filter_claimed();
    case 'created':
      return m.witnesses_filter_created();
    case 'updated':
      return m.witnesses_filter_updated();
    case 'algorithm':
      return m.witnesses_list_filter_algorithm();
    case 'organization':
      return m.witnesses_list_filter_organization();
  }
}

export const presenceWord = (value: Presence): string =>
  value === 'with' ? m.witnesses_with() : m.witnesses_without();

export const truthWord = (value: boolean): string => (value ? m.witnesses_yes() : m.witnesses_no());

/** Why what was typed can be found nowhere; undefined when it can. */
export function nonsenseWord(found: Found): string | undefined {
  if (found.kind !== 'nonsense') return undefined;
  switch (found.reason) {
    case 'not-hex':
      return m.witnesses_list_search_not_hex();
    case 'short':
      return m.witnesses_list_search_short();
    case 'long':
      return m.witnesses_list_search_long();
    case 'mixed':
      return m.witnesses_list_search_mixed();
    case 'many':
      return m.witnesses_list_search_many();
  }
}

/** What each filter of a view is set to, in words; undefined: it is off. */
export function useFilterValues(view: WitnessView): (name: FilterName) => string | undefined {
  const format = useFormat();
  const { organizations } = useSession();
  const owner = useOwnerName(view.owner);
  // A day of the calendar is no instant: it is written as it stands, whatever the zone.
  const day = (text: string): string => format.calendarDay(text);
  const days = (from: string | undefined, to: string | undefined): string | undefined =>
    from && to
      ? from === to
        ? day(from)
        : m.witnesses_range({ from: day(from), to: day(to) })
      : from
        ? m.witnesses_range_from({ from: day(from) })
        : to
          ? m.witnesses_range_to({ to: day(to) })
          : undefined;
  const joined = (...parts: readonly (string | undefined)[]): string | undefined =>
    parts.filter(Boolean).join(' · ') || undefined;
  return (name) => {
    switch (name) {
      case 'find':
        return foundWord(readFind(view.find), view.find);
      case 'nom151':
        return joined(
          view.nom151 && presenceWord(view.nom151),
          view.nom151Provider,
          days(view.nom151From, view.nom151To),
        );
      case 'merkleized':
        return joined(
          view.merkleized && presenceWord(view.merkleized),
          view.merkleProvider,
          view.merkleAlgorithm,
          days(view.merkleFrom, view.merkleTo),
        );
      case 'owner':
        return owner;
      case 'claimable':
        return view.claimable === undefined ? undefined : truthWord(view.claimable);
      case 'claimed':
        return view.claimed === undefined ? undefined : truthWord(view.claimed);
      case 'created':
        return days(view.createdFrom, view.createdTo);
      case 'updated':
        return days(view.updatedFrom, view.updatedTo);
      case 'algorithm':
        return view.algorithm;
      case 'organization':
        return view.organization === undefined
          ? undefined
          : (organizations.find(({ id }) => id === view.organization)?.name ?? shortId(view.organization));
    }
  };
}

/** Characters of what was typed that are repeated where nothing is found. */
const longestTyped = 40;

const shortId = (id: string): string => `…${id.slice(-6)}`;

function foundWord(found: Found, typed: string): string | undefined {
  switch (found.kind) {
    case 'nothing':
      return undefined;
    case 'hashes':
      return found.values.length === 1
        ? `${found.values[0]?.slice(0, 8) ?? ''}…`
        : m.witnesses_list_found_hashes({ count: found.values.length });
    case 'ids':
      return found.values.length === 1
        ? shortId(found.values[0] ?? '')
        : m.witnesses_list_found_ids({ count: found.values.length });
    case 'prefix':
      return `${found.value}…`;
    case 'nonsense':
      return visibleText(typed, longestTyped);
  }
}

function useOwnerName(owner: string | undefined): string | undefined {
  const { client } = useConnection();
  const isPerson = owner?.length === 24;
  const person = useQuery(
    queryOptions({
      queryKey: [client.scope, 'hydrated', 'listSubjects', owner],
      queryFn: () => loadById(client, 'listSubjects', owner ?? ''),
      enabled: isPerson,
      staleTime: 5 * 60_000,
      retry: false,
    }),
  );
  if (owner === '*') return m.witnesses_owner_has();
  if (owner === '-') return m.witnesses_owner_none();
  return visibleName(person.data?.commonName) ?? (owner === undefined ? undefined : shortId(owner));
}
