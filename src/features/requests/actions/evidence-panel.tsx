import { lazy, Suspense } from 'react';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import type { PanelProps } from './request-actions.tsx';
import { nameOf } from '../request-cells.tsx';

// The part that collects and checks is loaded on demand.
const ResourcesDialog = lazy(async () => ({
  default: (await import('#widgets/evidence-files/export/resources-dialog.tsx')).ResourcesDialog,
}));

/** Asks as what the evidence of the request leaves: its document's witness and every signature. */
export function EvidencePanel({ request, onDone }: PanelProps) {
  const title = nameOf(request);
  return (
    <Suspense fallback={<LoadingRows count={1} />}>
      <ResourcesDialog
        title={title}
        count={1}
        load={() => Promise.resolve([{ title, request }])}
        onClose={onDone}
      />
    </Suspense>
  );
}
