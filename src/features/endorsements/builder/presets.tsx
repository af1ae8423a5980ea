import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { addressForm, zeroAddress } from '#client/families/tokens/wallets.ts';
import { useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Subject } from '#contract/resources/resources.ts';
import { FilterBar, FilterChip, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { m } from '#i18n/messages.ts';
import type { Comparison, ListName } from '../filter/fields.ts';
import {
  alongside,
  placeOf,
  replaceAt,
  type Condition,
  type FilterNode,
  type Group,
} from '../filter/tree.ts';
import { useZone } from './use-saying.ts';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/people/subject-picker.tsx')).SubjectPicker,
}));

const condition = (
  column: string,
  comparison: Comparison,
  ...values: readonly (string | number)[]
): Condition => ({ kind: 'condition', column, comparison, values });

/** Filters that are asked for often: each is one part of the sentence, on or off. */
export function Presets({
  list,
  tree,
  onChange,
}: {
  list: ListName;
  tree: Group;
  onChange: (tree: Group) => void;
}) {
  const timeZone = useZone();
  const today = dayOf(useNow(60_000), timeZone);
  const mine = useMembersWallets();
  const recent = condition(
    'timestamp',
    'ge',
    Math.floor(startOfDay(addDays(today, -29), timeZone).getTime() / 1000),
  );
  const toggle = (label: string, node: FilterNode) => {
    const at = placeOf(tree, node);
    return (
      <ToggleChip
        label={label}
        on={at >= 0}
        onChange={(on) => onChange(on ? alongside(tree, node) : replaceAt(tree, [at], undefined))}
      />
    );
  };
  return (
    <div role="group" aria-label={m.endorsements_presets()}>
      <FilterBar>
        {toggle(m.endorsements_preset_30_days(), recent)}
        {mine !== undefined && mine.length > 0 && toggle(m.endorsements_preset_mine(), ofPeople(list, mine))}
        <PersonPreset
          list={list}
          onPick={(address) => onChange(alongside(tree, ofPeople(list, [address])))}
        />
        {list === 'events' && (
          <>
            {toggle(m.endorsements_preset_new(), condition('fromId', 'is', zeroAddress))}
            {toggle(m.endorsements_preset_burnt(), condition('toId', 'is', zeroAddress))}
          </>
        )}
      </FilterBar>
    </div>
  );
}

/** Whatever these people gave, received or hold. */
function ofPeople(list: ListName, addresses: readonly string[]): FilterNode {
  const comparison = addresses.length === 1 ? 'is' : 'in';
  if (list === 'tokens') return condition('ownerId', comparison, ...addresses);
  return {
    kind: 'group',
    join: 'or',
    items: [condition('fromId', comparison, ...addresses), condition('toId', comparison, ...addresses)],
  };
}

function PersonPreset({ list, onPick }: { list: ListName; onPick: (address: string) => void }) {
  const [walletless, setWalletless] = useState(false);
  return (
    <FilterChip
      label={list === 'events' ? m.endorsements_preset_person() : m.endorsements_preset_holder()}
      onClear={() => undefined}
    >
      {(close) => (
        <FilterPanel style={{ minHeight: 260 }}>
          <Suspense fallback={<p>{m.common_loading()}</p>}>
            <SubjectPicker
              label={m.endorsements_form_person()}
              onPick={({ EVMAddress }) => {
                setWalletless(!EVMAddress);
                if (!EVMAddress) return;
                close();
                onPick(addressForm(EVMAddress));
              }}
            />
          </Suspense>
          {walletless && (
            <p role="alert" style={{ color: ink.fail, fontSize: 12 }}>
              {m.endorsements_form_no_wallet()}
            </p>
          )}
        </FilterPanel>
      )}
    </FilterChip>
  );
}

/** Wallets of the organization's members; undefined while it is not known, or where the service does not tell. */
function useMembersWallets(): readonly string[] | undefined {
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
  if (!members.data) return undefined;
  return [
    ...new Set(
      people.flatMap(({ id, EVMAddress }) => {
        const address = EVMAddress ?? whole[id ?? '']?.EVMAddress;
        return address ? addressForm(address) : [];
      }),
    ),
  ].sort();
}
