import { useEffect } from 'react';
import { useSession } from '#client/session/session-context.tsx';
import type { Snapshot } from '../run/snapshot.ts';
import type { Verification } from '../run/verification.ts';
import { shortMilliseconds, useLookForRun } from './use-look-for-run.ts';
import { showRun } from './watch-run.ts';

/** Notes that the results are on the screen, and makes the tray of an open connection look for a run that lasts. */
export function useRunInTray(verification: Verification, { phase }: Snapshot): void {
  const look = useLookForRun();
  const { phase: connected } = useSession();
  const isLasting = phase === 'running' || phase === 'paused';
  useEffect(() => showRun(verification), [verification]);
  useEffect(() => {
    if (!isLasting) return undefined;
    const timer = setTimeout(look, shortMilliseconds);
    return () => clearTimeout(timer);
  }, [look, isLasting, connected]);
}
