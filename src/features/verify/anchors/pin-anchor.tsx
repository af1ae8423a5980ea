import { useState } from 'react';
import TrustIcon from '@mui/icons-material/ShieldOutlined';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import type { PinnedAnchor } from '#widgets/verification/context/verification-context.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { m } from '#i18n/messages.ts';
import css from './pin-anchor.module.css';

/**
 * A certificate that the evidence brings along, or that was given beside it, and that the reader does not trust.
 * Trusting it is the reader's own act, done in front of its whole fingerprint.
 */
export function PinAnchor({
  anchor,
  enough,
  givenAs,
}: {
  anchor: PinnedAnchor;
  /** Nothing failed: trust is what is missing. */
  enough: boolean;
  /** The file of its own in which the reader gave it; undefined: only the evidence brings it. */
  givenAs: string | undefined;
}) {
  const snack = useSnack();
  const [sure, setSure] = useState(false);
  const name = shown(anchor.title);
  const pin = () => {
    trustSettings.pin(anchor);
    snack({ text: m.verify_pinned({ name }) });
  };
  const fingerprint = <HashText label="SHA-256" value={anchor.sha256} whole />;
  return (
    <div className={css.root}>
      <div className={css.title}>
        {enough ? m.verify_pin_title({ name }) : m.verify_pin_title_open({ name })}
      </div>
      <p className={css.use}>{m.verify_pin_use({ use: anchorUseWords(anchor.use) })}</p>
      <p className={css.use}>
        {givenAs === undefined ? m.verify_pin_from_evidence() : m.verify_pin_from_file({ name: givenAs })}
      </p>
      {sure ? (
        <ConfirmInPlace
          destructive={false}
          title={m.verify_pin_sure({ name })}
          text={
            <>
              {fingerprint}
              <p className={css.why}>
                {m.verify_pin_text()} {m.verify_pin_sure_text()}
              </p>
            </>
          }
          confirm={m.verify_pin_yes()}
          keep={m.verify_pin_no()}
          onConfirm={pin}
          onKeep={() => {
            setSure(false);
          }}
        />
      ) : (
        <>
          {fingerprint}
          <p>{m.verify_pin_text()}</p>
          <Button
            icon={<TrustIcon />}
            onClick={() => {
              setSure(true);
            }}
          >
            {m.verify_pin()}
          </Button>
        </>
      )}
    </div>
  );
}
