import type { ReactNode } from 'react';
import { FilterPanel } from '#ui/inputs/filter-panel.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { addDays, dayOf, type DaySpan } from '#widgets/days.ts';
import { m } from '#i18n/messages.ts';
import { FilterForm } from './filter-form.tsx';

/** A filter of days: usual spans up to today, and a first and a last day of one's own. */
export function DaysFilter({
  from,
  to,
  usual,
  onApply,
}: DaySpan & {
  usual: (spans: readonly (DaySpan & { readonly label: string; readonly on: boolean })[]) => ReactNode;
  onApply: (span: DaySpan) => void;
}) {
  const { zone } = usePreferences();
  const today = dayOf(useServiceNow(60_000), zone);
  const spans: readonly [string, string][] = [
    [m.witnesses_list_today(), today],
    [m.witnesses_list_7_days(), addDays(today, -6)],
    [m.witnesses_list_30_days(), addDays(today, -29)],
  ];
  return (
    <FilterPanel>
      {usual(
        spans.map(([label, first]) => ({
          label,
          from: first,
          to: today,
          on: from === first && to === today,
        })),
      )}
      <FilterForm days={{ from, to }} onApply={(_, days) => onApply(days)} />
    </FilterPanel>
  );
}
