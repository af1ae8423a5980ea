import { lazy, Suspense, useState, type ReactNode } from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, type ButtonVariant } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import type { ResourcesToExport } from './resources-dialog.tsx';

// What collects and checks comes with the dialog: lists stay light.
const ResourcesDialog = lazy(async () => ({
  default: (await import('./resources-dialog.tsx')).ResourcesDialog,
}));

/** A button that exports the evidence of one or many, collected from the service when it is requested. */
export function ExportResources({
  variant = 'outlined',
  disabled = false,
  children,
  ...resources
}: ResourcesToExport & {
  readonly variant?: ButtonVariant;
  readonly disabled?: boolean;
  /** Other words than «Guardar expediente». */
  readonly children?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        icon={<DownloadIcon aria-hidden="true" />}
        disabled={disabled || resources.count === 0}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children ?? m.evidence_export()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ResourcesDialog {...resources} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
