import { lazy, Suspense, useState } from 'react';
import { addressForm, zeroAddress } from '#client/families/tokens/wallets.ts';
import { FilterBar, FilterChip, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { addDays, dayOf, startOfDay } from '#widgets/days.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import { alongside, condition, placeOf, replaceAt, type FilterNode, type Group } from '../filter/tree.ts';
import { ofPeople } from './own-filter.ts';

const SubjectPicker = lazy(async () => ({
  default: (await import('#widgets/people/subject-picker.tsx')).SubjectPicker,
}));

/** Filters that are requested often: each is one part of the sentence, on or off. */
export function Presets({
  list,
  tree,
  own,
  isOwnAwaited,
  onChange,
}: {
  list: ListName;
  tree: Group;
  /** What concerns the organization, where that is known. */
  own: FilterNode | undefined;
  /** It is not known yet: its chip keeps its place, so that the others do not move. */
  isOwnAwaited: boolean;
  onChange: (tree: Group) => void;
}) {
  const { zone: timeZone } = usePreferences();
  const today = dayOf(useServiceNow(60_000), timeZone);
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
        {own
          ? toggle(m.endorsements_preset_mine(), own)
          : isOwnAwaited && (
              <ToggleChip
                label={m.endorsements_preset_mine()}
                on={false}
                disabled
                onChange={() => undefined}
              />
            )}
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
