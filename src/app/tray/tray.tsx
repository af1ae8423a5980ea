import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { hasJobs } from '#jobs/engine/has-jobs.ts';
import { useClient } from '#client/session/session-context.tsx';
import { TrayButton } from './tray-button.tsx';

const TrayHost = lazy(async () => ({ default: (await import('./tray-host.tsx')).TrayHost }));

/** The button of the tray. What runs jobs is fetched once there is a job, or somebody opens the tray. */
export function Tray() {
  const { scope } = useClient();
  const { data: isAny = false } = useQuery(hasJobs(scope));
  const [open, setOpen] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  // It stays after the last job is cleared away: the open tray then says that there is none.
  if ((isAny || open) && !isNeeded) setIsNeeded(true);
  const button = <TrayButton open={open} onClick={() => setOpen(!open)} />;
  if (!isNeeded) return button;
  return (
    <Suspense fallback={button}>
      <TrayHost opens={open} />
    </Suspense>
  );
}
