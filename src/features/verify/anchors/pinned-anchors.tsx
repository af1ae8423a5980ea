import { shown } from '#proofs/encoding/visible-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { m } from '#i18n/messages.ts';
import css from './pinned-anchors.module.css';

/** The anchors that the reader pinned, and the way to stop trusting them. */
export function PinnedAnchors({ onClose }: { onClose: () => void }) {
  const { anchors } = useTrustSettings();
  return (
    <Dialog open wide onClose={onClose} title={m.verify_anchors_title()}>
      {anchors.length === 0 && <p>{m.verify_print_no_anchors()}</p>}
      <ul className={css.list}>
        {anchors.map(({ sha256, title, use }) => (
          <li key={sha256}>
            <div>
              <div className={css.name}>{shown(title)}</div>
              <div className={css.use}>{anchorUseWords(use)}</div>
              <HashText label="SHA-256" value={sha256} whole />
            </div>
            <Button
              variant="destructive"
              onClick={() => {
                trustSettings.change({ anchors: anchors.filter((one) => one.sha256 !== sha256) });
              }}
            >
              {m.verify_anchors_remove()}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
