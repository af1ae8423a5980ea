import type { Check } from '#proofs/check.ts';
import { Dialog } from '#ui/dialog.tsx';
import { MerklePath } from '#widgets/drawings/merkle-path.tsx';
import { m } from '#words/words.ts';

/** The Merkle path of one row, drawn and stepped. */
export function PathDialog({ check, root, onClose }: { check: Check; root: string; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={m.verify_path_title()}>
      <MerklePath check={check} declaredRoot={root} />
    </Dialog>
  );
}
