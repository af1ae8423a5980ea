import type { PagedList } from '#client/families/paged-list.ts';
import type { ListView, listKind } from './list-view.ts';
import { useRecordCounts } from './use-records.ts';

type Kind<View extends ListView, Name extends string> = ReturnType<typeof listKind<View, Name>>;

/** Of the filters that hide everything, the one that hides most. */
export function useCulprit<View extends ListView, Name extends string, Item, Filter>(
  kind: Kind<View, Name>,
  {
    view,
    source,
    filterFor,
    empty,
    labelOf,
    change,
  }: {
    readonly view: View;
    readonly source: PagedList<Item, Filter>;
    readonly filterFor: (view: View) => Filter;
    /** Nothing matches: only then it is counted what would match without each filter. */
    readonly empty: boolean;
    readonly labelOf: (name: Name) => string;
    readonly change: (part: Partial<View>) => void;
  },
) {
  const active = empty ? kind.active(view) : [];
  const beside = useRecordCounts(
    source,
    active.map((name) => filterFor(kind.without(view, name))),
  );
  const most = beside.reduce<number>(
    (best, count, at) => ((count ?? 0) > (beside[best] ?? 0) ? at : best),
    0,
  );
  const name = active[most];
  const excludes = beside[most];
  if (name === undefined || !excludes) return undefined;
  return { label: labelOf(name), excludes, onRemove: () => change(kind.without(view, name)) };
}
