import type { ReactNode } from 'react';
import { FilterChips } from '#widgets/filters/filter-chips.tsx';
import { TypedSearch } from '#widgets/filters/typed-search.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import type { ListView, listKind } from './list-view.ts';

/** As wide as the panels, so that one opens where it stays while its code is fetched. */
const panelStyle = { width: 272 };

/** Every argument of a list: the search, and a chip for each filter that says what it is set to. */
export function RecordFilters<View extends ListView, Name extends string>({
  kind,
  view,
  label,
  placeholder,
  labelOf,
  valueOf,
  onChange,
  panel,
}: {
  kind: ReturnType<typeof listKind<View, Name>>;
  view: View;
  /** Of the search. */
  label: string;
  placeholder: string;
  labelOf: (name: Name) => string;
  /** Undefined: the filter is off. */
  valueOf: (name: Name) => string | undefined;
  onChange: (part: Partial<ListView>) => void;
  panel: (name: Exclude<Name, 'q'>, close: () => void) => ReactNode;
}) {
  const isRefused = useRefused(...kind.operations);
  const names = kind.names.filter((name): name is Exclude<Name, 'q'> => name !== 'q');
  return (
    <FilterChips
      search={
        <TypedSearch
          label={label}
          placeholder={placeholder}
          value={view.q}
          refused={isRefused(kind.argumentOf.q)}
          onChange={(q) => onChange({ q })}
        />
      }
      names={names}
      wordOf={labelOf}
      valueOf={valueOf}
      isRefused={(name) => isRefused(kind.argumentOf[name])}
      onClear={(name) => onChange(kind.without(view, name))}
      panelStyle={panelStyle}
      first={4}
      panel={panel}
    />
  );
}
