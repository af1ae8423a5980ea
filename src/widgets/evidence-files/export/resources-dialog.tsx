import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useExportTargets } from './use-export-targets.ts';

/** A witness or a request of the service, with the name under which its evidence leaves, where it is known. */
export type ExportedResource =
  | { readonly title?: string; readonly witness: Witness }
  | { readonly title: string; readonly request: SignatureRequest };

export interface ResourcesToExport {
  /** What is exported, in words. */
  readonly title: string;
  readonly count: number;
  /** Read when the reader says so: all that matches, not only what was scrolled to. */
  readonly load: (signal: AbortSignal) => Promise<readonly ExportedResource[]>;
}

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
