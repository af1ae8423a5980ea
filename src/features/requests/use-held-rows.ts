import { useState } from 'react';
import type { SignatureRequest } from '#contract/resources.ts';
import { hold, layOver, type HeldRows } from './held-rows.ts';

/** Keeps rows where they are while they are refreshed; `show` takes the list as it now is. */
export function useHeldRows(list: {
  readonly of: string;
  readonly rows: readonly SignatureRequest[];
  readonly pages: number;
  readonly complete: boolean;
}): HeldRows & { readonly show: () => void } {
  const [held, setHeld] = useState(() => hold(list.of, list.rows, list.pages));
  const show = (): void => setHeld(hold(list.of, list.rows, list.pages));
  // Another question, fewer pages after one, or the first rows of an empty list: nothing can move.
  if (held.of !== list.of || (held.rows.length === 0 && list.rows.length > 0) || list.pages < held.pages) {
    const next = hold(list.of, list.rows, list.pages);
    setHeld(next);
    return { rows: next.rows, changed: new Set(), changes: 0, show };
  }
  const { held: next, shown } = layOver(held, list.rows, list.pages, list.complete);
  if (next !== held) setHeld(next);
  return { ...shown, show };
}
