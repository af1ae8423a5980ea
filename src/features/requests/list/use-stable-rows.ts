import { useMemo, useState } from 'react';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { hold, layOver, type HeldRows } from './stable-rows.ts';

/** Keeps rows where they are while they are refreshed; `show` takes the list as it now is. */
export function useHeldRows(list: {
  readonly of: string;
  readonly rows: readonly SignatureRequest[];
  readonly pages: number;
  readonly complete: boolean;
}): HeldRows & { readonly show: () => void } {
  const { rows, pages, complete } = list;
  const [held, setHeld] = useState(() => hold(list.of, rows, pages));
  // Long lists are compared only when there is something new to compare.
  const { held: next, shown } = useMemo(
    () => layOver(held, rows, pages, complete),
    [held, rows, pages, complete],
  );
  const show = (): void => setHeld(hold(list.of, list.rows, list.pages));
  // Another question, fewer pages after one, or the first rows of an empty list: nothing can move.
  if (held.of !== list.of || (held.rows.length === 0 && list.rows.length > 0) || list.pages < held.pages) {
    const fresh = hold(list.of, rows, pages);
    setHeld(fresh);
    return { rows: fresh.rows, changed: new Set(), changes: 0, show };
  }
  if (next !== held) setHeld(next);
  return { ...shown, show };
}
