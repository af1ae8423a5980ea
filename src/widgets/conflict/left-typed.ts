import { useMemo } from 'react';
import { useClient, useHost } from '#client/session/session-context.tsx';

/**
 * What was being typed in small forms when another tab signed this one out, by service, organization and form. In the
 * memory of the page alone: whoever comes back to the same organization in this tab finds it where it was.
 */
const left = new Map<string, unknown>();

export interface LeftTyped {
  readonly found: () => unknown;
  readonly leave: (typed: unknown) => void;
}

/** @param form what tells it from other forms: what it is about, by its id */
export function useLeftTyped(form: string): LeftTyped {
  const { session } = useHost();
  const { scope } = useClient();
  return useMemo(() => {
    const name = `${scope} ${form}`;
    return {
      found: () => left.get(name),
      leave: (typed) => {
        if (session.snapshot().leftElsewhere === 'retained') left.set(name, typed);
        else left.delete(name);
      },
    };
  }, [session, scope, form]);
}
