import { useCallback, useMemo } from 'react';
import { useSearch } from '#widgets/address/use-search.ts';
import { readView, writeView, type RequestsView } from './view.ts';

/** The view is in the address and nowhere else. */
export function useView(): {
  readonly view: RequestsView;
  /** Changes part of it. A filter is a step that Back undoes; typing and selecting are not. */
  readonly change: (part: Partial<RequestsView>, how?: 'step' | 'replace') => void;
} {
  const [search, changeSearch] = useSearch();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<RequestsView>, how: 'step' | 'replace' = 'step') => {
      changeSearch((before) => writeView({ ...readView(before), ...part }), { replace: how === 'replace' });
    },
    [changeSearch],
  );
  return { view, change };
}
