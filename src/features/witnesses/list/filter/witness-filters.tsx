import { lazy } from 'react';
import { OpenerChip, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { FilterChips } from '#widgets/filters/filter-chips.tsx';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { filterWord, useFilterValues } from './filter-texts.ts';
import { filterNames, firstFilters, without, type FilterName, type WitnessView } from './filter.ts';
import type { PanelProps } from './filter-panels.tsx';

const load = () => import('./filter-panels.tsx');
const Nom151Panel = lazy(async () => ({ default: (await load()).Nom151Panel }));
const MerklePanel = lazy(async () => ({ default: (await load()).MerklePanel }));
const OwnerPanel = lazy(async () => ({ default: (await load()).OwnerPanel }));
const TruthPanel = lazy(async () => ({ default: (await load()).TruthPanel }));
const DaysPanel = lazy(async () => ({ default: (await load()).DaysPanel }));
const AlgorithmPanel = lazy(async () => ({ default: (await load()).AlgorithmPanel }));
const OrganizationPanel = lazy(async () => ({ default: (await load()).OrganizationPanel }));

const argumentOf: Readonly<Record<FilterName, string>> = {
  find: 'hash',
  nom151: 'nom151',
  merkleized: 'merkleized',
  owner: 'initialOwner',
  claimable: 'claimable',
  claimed: 'claimed',
  created: 'createdAt',
  updated: 'updatedAt',
  algorithm: 'algorithm',
  organization: 'organization',
};

/** Every documented filter of the list, each a chip that says what it is set to. */
export function WitnessFilters({
  view,
  onChange,
}: {
  view: WitnessView;
  onChange: (part: Partial<WitnessView>) => void;
}) {
  const valueOf = useFilterValues(view);
  const isRefused = useRefused('/witnesses');
  const isGrouped = view.group === 'request';
  const isGroupFirst = usePhone() && isGrouped;
  const group = (
    <ToggleChip
      label={m.witnesses_group()}
      on={isGrouped}
      onChange={(on) => onChange({ group: on ? 'request' : undefined })}
    />
  );
  return (
    <FilterChips
      search={
        <TypedSearch
          label={m.witnesses_list_search()}
          placeholder={m.witnesses_list_search_placeholder()}
          value={view.find}
          refused={isRefused(argumentOf.find)}
          onChange={(find) => onChange({ find })}
        />
      }
      first={firstFilters}
      // On a phone the bar scrolls sideways: what is on stands where it is seen.
      begin={isGroupFirst && group}
      end={
        <>
          <Order view={view} onChange={onChange} />
          {!isGroupFirst && group}
        </>
      }
      names={filterNames.filter((name) => name !== 'find')}
      wordOf={filterWord}
      valueOf={valueOf}
      isRefused={(name) => isRefused(argumentOf[name])}
      onClear={(name) => onChange(without(view, name))}
      panel={(name, close) => <Panel name={name} view={view} onChange={onChange} close={close} />}
    />
  );
}

/** Which date is shown and sorts. */
function Order({ view, onChange }: { view: WitnessView; onChange: (part: Partial<WitnessView>) => void }) {
  const dates = [
    { id: 'createdAt', label: m.witnesses_created() },
    { id: 'updatedAt', label: m.witnesses_updated() },
  ] as const;
  const shown = dates.find(({ id }) => id === view.sort);
  return (
    <Menu
      label={m.witnesses_order_menu()}
      placement="bottom-start"
      items={dates.map(({ id, label }) => ({
        id,
        label,
        checked: id === view.sort,
        onSelect: () => onChange({ sort: id }),
      }))}
    >
      {(trigger) => (
        <>
          {/* No filter: apart from them, and not where it begins a row. */}
          <span style={{ width: 4 }} />
          <OpenerChip {...trigger}>{`${m.witnesses_order()}: ${shown?.label ?? ''}`}</OpenerChip>
        </>
      )}
    </Menu>
  );
}

function Panel({ name, ...props }: PanelProps & { name: Exclude<FilterName, 'find'> }) {
  switch (name) {
    case 'nom151':
      return <Nom151Panel {...props} />;
    case 'merkleized':
      return <MerklePanel {...props} />;
    case 'owner':
      return <OwnerPanel {...props} />;
    case 'claimable':
    case 'claimed':
      return <TruthPanel name={name} {...props} />;
    case 'created':
    case 'updated':
      return <DaysPanel name={name} {...props} />;
    case 'algorithm':
      return <AlgorithmPanel {...props} />;
    case 'organization':
      return <OrganizationPanel {...props} />;
  }
}
