import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#client/queries/invalidate.ts';
import { useHost } from '#client/session/session-context.tsx';
import { jobListKey } from '#jobs/engine/has-jobs.ts';

/** A run that is over before this needs no tray, which is fetched for its first item. */
export const shortMilliseconds = 1000;

/** Makes the tray of an open connection look for a run of /verify. */
export function useLookForRun(): () => void {
  const { session } = useHost();
  const queries = useQueryClient();
  return useCallback(() => {
    const scope = session.client()?.scope;
    if (scope !== undefined) void invalidate(queries, jobListKey(scope));
  }, [queries, session]);
}
