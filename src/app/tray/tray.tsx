import { lazy, Suspense, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { hasJobs } from '#jobs/engine/has-jobs.ts';
import { useClient } from '#client/session/session-context.tsx';
import { TrayButton } from './tray-button.tsx';
import type { TrayCounts } from './tray-counts.ts';

const TrayHost = lazy(async () => ({ default: (await import('./tray-host.tsx')).TrayHost }));

/**
 * The button of the tray. What runs jobs is fetched once there is a job, or somebody opens the tray. The button stays the
 * same element meanwhile, so that it keeps the focus.
 */
export function Tray() {
  const { scope } = useClient();
  const { data: isAny = false } = useQuery(hasJobs(scope));
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [counts, setCounts] = useState<TrayCounts>();
  const [isNeeded, setIsNeeded] = useState(false);
  // It stays after the last job is cleared away: the open tray then says that there is none.
  if ((isAny || open) && !isNeeded) setIsNeeded(true);
  return (
    <>
      <TrayButton
        ref={button}
        {...counts}
        open={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (!open) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            setOpen(false);
          }
          // The panel stands elsewhere in the document, and Tab leads into it as if it followed its button.
          if (event.key === 'Tab' && !event.shiftKey && panel.current) {
            event.preventDefault();
            panel.current.focus();
          }
        }}
      />
      {isNeeded && (
        <Suspense fallback={null}>
          <TrayHost
            button={button}
            panel={panel}
            open={open}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
            onCounts={setCounts}
          />
        </Suspense>
      )}
    </>
  );
}
