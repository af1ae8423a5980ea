import { ExportDialog } from './export-dialog.tsx';
import type { ResourcesToExport } from './export-resources.tsx';
import { useExportTargets } from './use-export-targets.ts';

/** The dialog over resources of the service; it opens once it is known what the reader trusts here. */
export function ResourcesDialog({ load, onClose, ...rest }: ResourcesToExport & { onClose: () => void }) {
  const targets = useExportTargets();
  if (targets === undefined) return null;
  return (
    <ExportDialog
      {...rest}
      document="unknown"
      onClose={onClose}
      load={async (signal) =>
        (await load(signal)).map((one) =>
          'witness' in one
            ? targets.ofWitness(one.witness, one.title)
            : targets.ofRequest(one.request, one.title),
        )
      }
    />
  );
}
