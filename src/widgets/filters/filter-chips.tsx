import { Suspense, type CSSProperties, type ReactNode } from 'react';
import { FilterBar, FilterChip } from '#ui/inputs/filter-chip.tsx';
import { m } from '#i18n/messages.ts';

/** The filters of a list: what is typed, then each filter as a chip that says what it is set to and opens its panel. */
export function FilterChips<Name extends string>({
  search,
  names,
  wordOf,
  valueOf,
  isRefused,
  onClear,
  panel,
  panelStyle,
}: {
  search: ReactNode;
  /** In the order of the chips. */
  names: readonly Name[];
  wordOf: (name: Name) => string;
  /** Undefined: the filter is off. */
  valueOf: (name: Name) => string | undefined;
  /** Whether the service was found not to take it. */
  isRefused: (name: Name) => boolean;
  onClear: (name: Name) => void;
  /** Fetched when it opens. */
  panel: (name: Name, close: () => void) => ReactNode;
  /** Room that is kept while a panel is fetched. */
  panelStyle?: CSSProperties;
}) {
  return (
    <FilterBar>
      {search}
      {names.map((name) => (
        <FilterChip
          key={name}
          label={wordOf(name)}
          value={valueOf(name)}
          refused={isRefused(name) ? m.common_filter_refused() : undefined}
          onClear={() => onClear(name)}
        >
          {(close) => (
            <div style={panelStyle}>
              <Suspense fallback={<p>{m.common_loading()}</p>}>{panel(name, close)}</Suspense>
            </div>
          )}
        </FilterChip>
      ))}
    </FilterBar>
  );
}
