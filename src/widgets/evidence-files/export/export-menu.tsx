import { lazy, Suspense, useState, type ReactNode } from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { Button, type ButtonVariant } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';
import type { VerificationContext } from '../../verification/context/verification-context.ts';
import type { KnownDocument } from './export-dialog.tsx';
import type { ExportTarget } from './export-many.ts';

// The dialog brings the verifier with it: nobody loads that by looking at a list.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

interface Look {
  readonly variant?: ButtonVariant;
  /** Other words than «Guardar expediente». */
  readonly children?: ReactNode;
}

/** Evidence that is already at hand and checked: a button that asks what to make of it. */
export function ExportMenu({
  title,
  id,
  evidence,
  document,
  reader,
  partial = false,
  ...look
}: Look & {
  readonly title: string;
  readonly id?: string | undefined;
  readonly evidence: Evidence | undefined;
  /** The document's bytes, where they are at hand. They leave only if the reader says so. */
  readonly document?: Blob | undefined;
  readonly reader: VerificationContext | undefined;
  /** Something that the service names could not be had. */
  readonly partial?: boolean;
}) {
  const ready = evidence !== undefined && reader !== undefined;
  return (
    <ExportButton
      {...look}
      title={title}
      count={1}
      disabled={!ready}
      document={document ?? 'absent'}
      load={() =>
        Promise.resolve(
          ready
            ? [
                {
                  id: id ?? '',
                  title,
                  hash: evidence.witness?.hash,
                  collect: () => Promise.resolve({ evidence, document, reader, partial }),
                },
              ]
            : [],
        )
      }
    />
  );
}

/** Any number of witnesses or requests, read when the reader says so (`useExportTargets` makes them). */
export function ExportButton({
  title,
  load,
  count,
  document = 'unknown',
  disabled = false,
  variant = 'outlined',
  children,
}: Look & {
  /** What is exported, in words. */
  readonly title: string;
  readonly load: (signal: AbortSignal) => Promise<readonly ExportTarget[]>;
  readonly count: number;
  readonly document?: KnownDocument;
  readonly disabled?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const words = count > 1 ? m.evidence_export_many({ count }) : m.evidence_export();
  return (
    <>
      <Button
        variant={variant}
        icon={<DownloadIcon aria-hidden="true" />}
        disabled={disabled || count === 0}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children ?? words}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog
            title={title}
            load={load}
            count={count}
            document={document}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
