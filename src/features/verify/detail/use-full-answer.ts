import { useEffect, useState } from 'react';
import type { Item } from '../run/item.ts';
import type { Verification, FullResult } from '../run/verification.ts';

/** The whole result of a row, requested of the verifier when the row is shown; undefined while it is not there. */
export function useFullResult(
  verification: Verification,
  { id, outcome }: Item,
): { readonly whole: FullResult | undefined; readonly problem: string | undefined } {
  const [state, setState] = useState<{
    of: Item['outcome'];
    whole?: FullResult | undefined;
    problem?: string;
  }>();
  useEffect(() => {
    const abort = new AbortController();
    verification.fetchFullResult(id, abort.signal).then(
      (whole) => {
        if (!abort.signal.aborted) setState({ of: outcome, whole });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ of: outcome, problem: String(error) });
      },
    );
    return () => {
      abort.abort();
    };
  }, [verification, id, outcome]);
  // What was computed for another outcome is not shown beside this one.
  const present = state?.of === outcome ? state : undefined;
  return { whole: present?.whole, problem: present?.problem };
}
