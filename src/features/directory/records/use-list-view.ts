import { useSearch } from '#widgets/address/use-search.ts';
import type { ListView, listKind } from './list-view.ts';

/** The view of a list as it stands in the address, and how a page changes it. */
export interface ListControls<View extends ListView = ListView> {
  readonly view: View;
  /** How many filters are set. */
  readonly filters: number;
  /** Arguments of the address that are not understood. */
  readonly unread: readonly string[];
  readonly change: (part: Partial<View>) => void;
  readonly turnTo: (page: number) => void;
  readonly clearAll: () => void;
  readonly dropUnread: () => void;
}

export function useListView<View extends ListView, Name extends string>(
  kind: ReturnType<typeof listKind<View, Name>>,
): ListControls<View> {
  const [search, changeSearch] = useSearch();
  const view = kind.read(search);
  const change = (part: Partial<View>): void => {
    changeSearch((before) => kind.write(kind.changed(kind.read(before), part)), { replace: true });
  };
  return {
    view,
    filters: kind.active(view).length,
    unread: kind.unreadIn(search),
    change,
    // Each page is a step of the history, so that Back leads to the page before.
    turnTo: (page) => {
      changeSearch((before) => kind.write({ ...kind.read(before), page }));
    },
    clearAll: () => {
      change({ ...kind.plain, sort: view.sort, order: view.order, size: view.size });
    },
    dropUnread: () => {
      changeSearch((before) => kind.write(kind.read(before)), { replace: true });
    },
  };
}
