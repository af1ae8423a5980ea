import type { PagedList } from '#client/families/paged-list.ts';
import type { ListView, listKind } from './list-view.ts';
import { useRecordCounts, type Records } from './use-records.ts';

/** Of the filters that hide everything, the one that hides most. */
export function useCulprit<View extends ListView, Name extends string, Item, Filter>(
  kind: ReturnType<typeof listKind<View, Name>>,
  {
    view,
    source,
    filterFor,
    list,
    labelOf,
    valueOf,
    change,
  }: {
    readonly view: View;
    readonly source: PagedList<Item, Filter>;
    readonly filterFor: (view: View) => Filter;
    readonly list: Records<unknown>;
    readonly labelOf: (name: Name) => string;
    readonly valueOf: (name: Name) => string | undefined;
    readonly change: (part: Partial<ListView>) => void;
  },
) {
  // Only where nothing matches is it counted how many would match without each filter.
  const isEmpty = list.data !== undefined && list.rows.length === 0 && !list.isFormer;
  const active = isEmpty ? kind.active(view) : [];
  const counts = useRecordCounts(
    source,
    active.map((name) => filterFor(kind.without(view, name))),
  );
  const most = counts.reduce<number>(
    (best, count, at) => ((count ?? 0) > (counts[best] ?? 0) ? at : best),
    0,
  );
  const name = active[most];
  const excludes = counts[most];
  if (name === undefined || !excludes) return undefined;
  return {
    label: [labelOf(name), valueOf(name)].filter(Boolean).join(': '),
    excludes,
    onRemove: () => change(kind.without(view, name)),
  };
}
