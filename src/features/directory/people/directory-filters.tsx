import { lazy } from 'react';
import { FilterChips } from '#widgets/filters/filter-chips.tsx';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import { filterWord, useFilterValues } from './filter-labels.ts';
import { filterNames, without, type DirectoryView, type FilterName } from './filter.ts';
import type { PanelProps } from './filter-panels.tsx';

/** As wide as what arrives, so that the panel opens where it stays. */
const room = { width: 272 };

const load = () => import('./filter-panels.tsx');
const LinkPanel = lazy(async () => ({ default: (await load()).LinkPanel }));
const TextPanel = lazy(async () => ({ default: (await load()).TextPanel }));
const MatchPanel = lazy(async () => ({ default: (await load()).MatchPanel }));
const DaysPanel = lazy(async () => ({ default: (await load()).DaysPanel }));
const ScopePanel = lazy(async () => ({ default: (await load()).ScopePanel }));

const argumentOf: Readonly<Record<FilterName, string>> = {
  q: 'search',
  text: 'search',
  link: 'organization',
  country: 'country',
  RFC: 'RFC',
  serialNumber: 'serialNumber',
  EVMAddress: 'EVMAddress',
  id: '_id',
  created: 'createdAt',
  updated: 'updatedAt',
  scope: 'accessScope',
};

/** Every argument of the interface, each a chip that says what it is set to; what is typed is read as what it looks like. */
export function DirectoryFilters({
  view,
  onChange,
}: {
  view: DirectoryView;
  onChange: (part: Partial<DirectoryView>) => void;
}) {
  const valueOf = useFilterValues(view);
  const isRefused = useRefused('/subjects', '/subject');
  return (
    <FilterChips
      search={
        <TypedSearch
          label={m.directory_search()}
          placeholder={m.directory_find()}
          value={view.q}
          refused={isRefused(argumentOf.q)}
          onChange={(q) => onChange({ q })}
        />
      }
      names={filterNames.filter((name) => name !== 'q')}
      wordOf={filterWord}
      valueOf={valueOf}
      isRefused={(name) => isRefused(argumentOf[name])}
      onClear={(name) => onChange(without(view, name))}
      panelStyle={room}
      panel={(name, close) => <Panel name={name} view={view} onChange={onChange} close={close} />}
    />
  );
}

function Panel({ name, ...props }: PanelProps & { name: Exclude<FilterName, 'q'> }) {
  switch (name) {
    case 'link':
      return <LinkPanel {...props} />;
    case 'text':
      return <TextPanel {...props} />;
    case 'country':
    case 'RFC':
    case 'serialNumber':
    case 'EVMAddress':
    case 'id':
      return <MatchPanel name={name} {...props} />;
    case 'created':
    case 'updated':
      return <DaysPanel name={name} {...props} />;
    case 'scope':
      return <ScopePanel {...props} />;
  }
}
