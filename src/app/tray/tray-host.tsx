import { lazy, Suspense, useEffect, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { trayCounts, type TrayCounts } from './tray-counts.ts';
import { useAnchored } from './use-anchored.ts';
import { useTray } from './use-tray.ts';

const TrayPanel = lazy(async () => ({ default: (await import('./tray-panel.tsx')).TrayPanel }));
// Without it a run that was left before it began waits for its page.
const RunTrust = lazy(() =>
  import('#features/verify/results/verify-results.tsx').then(
    (part) => ({ default: part.RunTrust }),
    () => ({ default: () => null }),
  ),
);

/** The panel of the tray: the journal, and what goes on by itself after a reload. Fetched after the first page. */
export function TrayHost({
  button,
  panel,
  open,
  onClose,
  onCounts,
}: {
  button: RefObject<HTMLButtonElement | null>;
  panel: RefObject<HTMLElement | null>;
  open: boolean;
  /** Closes the panel; the focus goes back to the button. */
  onClose: () => void;
  /** What the button says about the jobs. */
  onCounts: (counts: TrayCounts) => void;
}) {
  const { entries, run, actions, pauseAll, clearDone } = useTray();
  const place = useAnchored(button, open);
  const { running, waiting } = trayCounts(entries, run);
  useEffect(() => onCounts({ running, waiting }), [onCounts, running, waiting]);
  return (
    <>
      {run && (
        <Suspense fallback={null}>
          <RunTrust />
        </Suspense>
      )}
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <TrayPanel
              place={place}
              button={button}
              panel={panel}
              entries={entries}
              run={run}
              actions={actions}
              onPauseAll={pauseAll}
              onClearDone={clearDone}
              onClose={onClose}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
