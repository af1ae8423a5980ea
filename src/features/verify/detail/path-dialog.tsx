import { Dialog } from '#ui/overlays/dialog.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { MerklePath } from '#widgets/drawings/ladder/merkle-path.tsx';
import { stateOfVerdict } from '#widgets/report/texts/verdict-sentence.ts';
import { m } from '#i18n/messages.ts';
import type { ObjectPath } from './merkle-paths.ts';

/** The Merkle path of one object, named, with the marks of its own checks. */
export function PathDialog({ path, onClose }: { path: ObjectPath; onClose: () => void }) {
  const { name, hash, root, check, proof } = path;
  return (
    <Dialog open wide onClose={onClose} title={m.verify_path_title({ object: name })}>
      <Facts
        facts={[
          { label: m.verify_sha256(), value: <HashText value={hash} /> },
          { label: m.verify_path_root(), value: <HashText value={root} /> },
          {
            label: m.verify_recipe(),
            value: check.recipe === undefined ? m.verify_recipe_none() : <code>{check.recipe}</code>,
          },
          {
            label: m.verify_path_membership(),
            value: <VerdictChip state={check.status} warnings={check.warnings?.length} />,
          },
          ...(proof === undefined
            ? []
            : [
                {
                  label: m.verify_path_proof(),
                  value: <VerdictChip state={stateOfVerdict(proof)} warnings={proof.warnings} />,
                },
              ]),
        ]}
      />
      <MerklePath check={check} declaredRoot={root} />
    </Dialog>
  );
}
