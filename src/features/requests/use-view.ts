import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readView, writeView, type RequestsView } from './view.ts';

/** The view is in the address and nowhere else. */
export function useView(): {
  readonly view: RequestsView;
  /** Changes part of it. A filter is a step that Back undoes; typing and selecting are not. */
  readonly change: (part: Partial<RequestsView>, how?: 'step' | 'replace') => void;
} {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const change = useCallback(
    (part: Partial<RequestsView>, how: 'step' | 'replace' = 'step') => {
      setParams((before) => writeView({ ...readView(before), ...part }), { replace: how === 'replace' });
    },
    [setParams],
  );
  return { view, change };
}
