import { Suspense, useState, type CSSProperties, type ReactNode } from 'react';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { FilterBar, FilterChip, OpenerChip } from '#ui/inputs/filter-chip.tsx';
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
  first,
  begin,
  end,
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
  /** Size that is reserved while a panel is fetched. */
  panelStyle?: CSSProperties;
  /** So many chips are always there; of the others those that are on, until the user shows all. */
  first?: number | undefined;
  /** What else stands in the bar, before the filters and after them. */
  begin?: ReactNode;
  end?: ReactNode;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const hasMore = first !== undefined && names.length > first;
  const phone = usePhone();
  const isOn = (name: Name): boolean => valueOf(name) !== undefined;
  const chosen = names.filter((name, at) => !hasMore || isWhole || at < first || isOn(name));
  // On a phone the bar scrolls sideways: what narrows the list stands where it is seen.
  const shown = phone ? [...chosen.filter(isOn), ...chosen.filter((name) => !isOn(name))] : chosen;
  return (
    // Whoever opens all filters looks for one: on a phone too they are all seen.
    <FilterBar style={isWhole ? { flexWrap: 'wrap' } : undefined}>
      {search}
      {begin}
      {shown.map((name) => (
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
      {hasMore && (
        <OpenerChip aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.common_fewer_filters() : m.common_more_filters()}
        </OpenerChip>
      )}
      {end}
    </FilterBar>
  );
}
