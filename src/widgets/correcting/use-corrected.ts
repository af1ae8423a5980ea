import { useQuery } from '@tanstack/react-query';
import { useClient } from '#client/session/session-context.tsx';
import { corrections } from '#jobs/store/follow-ups.ts';

/** Milliseconds between looks: another tab may have finished the send. */
const every = 15_000;

/** Ids of the rejected requests that were sent again from this browser, each with that of its newest replacement. */
export function useCorrected(): ReadonlyMap<string, string> {
  const client = useClient();
  const { data = [] } = useQuery({ ...corrections(client.scope).list(), refetchInterval: every });
  // The newest comes first, and stands.
  return new Map([...data].reverse().map(({ rejected, replacement }) => [rejected.id, replacement.id]));
}
