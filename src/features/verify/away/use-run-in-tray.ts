import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#client/queries/invalidate.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { jobListKey } from '#jobs/engine/has-jobs.ts';
import type { Snapshot } from '../run/snapshot.ts';
import type { Verification } from '../run/verification.ts';
import { showRun } from './watch-run.ts';

/** A run that is over before this needs no tray, which is fetched for its first item. */
const shortMilliseconds = 1000;

/** Notes that the results are on the screen, and makes the tray of an open connection look for a run that lasts. */
export function useRunInTray(verification: Verification, { phase }: Snapshot): void {
  const { session } = useHost();
  const queries = useQueryClient();
  useSession();
  const scope = session.client()?.scope;
  const isLasting = phase === 'running' || phase === 'paused';
  useEffect(() => showRun(verification), [verification]);
  useEffect(() => {
    if (scope === undefined || !isLasting) return undefined;
    const timer = setTimeout(() => void invalidate(queries, jobListKey(scope)), shortMilliseconds);
    return () => clearTimeout(timer);
  }, [queries, scope, isLasting]);
}
