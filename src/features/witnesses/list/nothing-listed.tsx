import WitnessIcon from '@mui/icons-material/ApprovalOutlined';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NothingMatches } from '#ui/feedback/nothing-matches.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { useCounts } from './filter/filter-panels.tsx';
import { activeFilters, plainView, without, type WitnessView } from './filter/filter.ts';
import { filterWord, useFilterValues } from './filter/filter-texts.ts';

/** No row: there is none at all, or the filters hide them all; then the one that hides most is named. */
export function NothingListed({
  view,
  onChange,
}: {
  view: WitnessView;
  onChange: (part: Partial<WitnessView>) => void;
}) {
  const active = activeFilters(view);
  const valueOf = useFilterValues(view);
  const counts = useCounts(
    active.length > 0 ? [plainView, ...active.map((name) => without(view, name))] : [],
  );
  const [total, ...beside] = counts;
  // A filter hides nothing where there is nothing.
  if (active.length === 0 || total === 0)
    return (
      <EmptyState
        icon={<WitnessIcon aria-hidden="true" />}
        title={m.witnesses_empty()}
        text={m.witnesses_empty_text()}
        actions={<LinkButton to={paths.newRequest}>{m.witnesses_to_compose()}</LinkButton>}
      />
    );
  const most = beside.reduce<number>((best, count, at) => {
    const before = beside[best] ?? 0;
    return (count ?? 0) > before ? at : best;
  }, 0);
  const culprit = active[most];
  const excludes = beside[most];
  return (
    <NothingMatches
      filters={active.length}
      total={total ?? undefined}
      culprit={
        culprit && excludes
          ? {
              label: [filterWord(culprit), valueOf(culprit)].filter(Boolean).join(': '),
              excludes,
              onRemove: () => onChange(without(view, culprit)),
            }
          : undefined
      }
      onClearAll={() => onChange({ ...plainView, sort: view.sort, order: view.order })}
    />
  );
}
