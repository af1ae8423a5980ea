import { lazy, Suspense } from 'react';
import ViewsIcon from '@mui/icons-material/BookmarkBorder';
import { Button } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import type { useView } from '../use-view.ts';
import { usePanel } from './use-panel.tsx';

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));
const ShownView = lazy(async () => ({ default: (await import('./shown-view.tsx')).ShownView }));

/** Opens the saved views, and names the one that is shown. */
export function ViewsButton({ view, change }: ReturnType<typeof useView>) {
  const label = m.requests_views();
  const { trigger, panel } = usePanel(label, (close) => (
    <ViewsPanel view={view} change={change} onClose={close} />
  ));
  return (
    <>
      <Button variant="text" icon={<ViewsIcon aria-hidden="true" />} iconOnPhone {...trigger}>
        {view.saved ? (
          <Suspense fallback={label}>
            <ShownView view={view} />
          </Suspense>
        ) : (
          label
        )}
      </Button>
      {panel}
    </>
  );
}
