import { lazy, Suspense } from 'react';
import { FilterBar, FilterChip } from '#ui/filter-chip.tsx';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { m } from '#words/words.ts';
import { filterWord, useFilterValues } from './filter-words.ts';
import { filterNames, without, type FilterName, type WitnessView } from './filter.ts';
import type { PanelProps } from './filter-panels.tsx';

const load = () => import('./filter-panels.tsx');
const Nom151Panel = lazy(async () => ({ default: (await load()).Nom151Panel }));
const MerklePanel = lazy(async () => ({ default: (await load()).MerklePanel }));
const OwnerPanel = lazy(async () => ({ default: (await load()).OwnerPanel }));
const TruthPanel = lazy(async () => ({ default: (await load()).TruthPanel }));
const DaysPanel = lazy(async () => ({ default: (await load()).DaysPanel }));
const AlgorithmPanel = lazy(async () => ({ default: (await load()).AlgorithmPanel }));
const OrganizationPanel = lazy(async () => ({ default: (await load()).OrganizationPanel }));

/** Every documented filter of the list, each a chip that says what it is set to. */
export function WitnessFilters({
  view,
  onChange,
}: {
  view: WitnessView;
  onChange: (part: Partial<WitnessView>) => void;
}) {
  const valueOf = useFilterValues(view);
  return (
    <FilterBar>
      <TypedSearch
        label={m.witnesses_list_search()}
        placeholder={m.witnesses_list_search_placeholder()}
        value={view.find}
        onChange={(find) => onChange({ find })}
      />
      {filterNames.map((name) =>
        name === 'find' ? null : (
          <FilterChip
            key={name}
            label={filterWord(name)}
            value={valueOf(name)}
            onClear={() => onChange(without(view, name))}
          >
            {(close) => (
              <Suspense fallback={<p>{m.common_loading()}</p>}>
                <Panel name={name} view={view} onChange={onChange} close={close} />
              </Suspense>
            )}
          </FilterChip>
        ),
      )}
    </FilterBar>
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
