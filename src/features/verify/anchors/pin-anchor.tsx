import { useState } from 'react';
import TrustIcon from '@mui/icons-material/ShieldOutlined';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import type { PinnableAnchor } from '#widgets/verification/worker/about-evidence.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { m } from '#i18n/messages.ts';
import css from './pin-anchor.module.css';

/**
 * A certificate that the evidence brings along, or that was given beside it, and that the reader does not trust.
 * Trusting it is the reader's own act, done in front of its whole fingerprint.
 */
export function PinAnchor({
  anchor: { name: plainName, organization, ...anchor },
  enough,
  isFirst,
  givenAs,
}: {
  anchor: PinnableAnchor;
  /** Nothing failed: trust is what is missing. */
  enough: boolean;
  /** The first of those that are offered, whose button is the solid one. */
  isFirst: boolean;
  /** The file of its own in which the reader gave it; undefined: only the evidence brings it. */
  givenAs: string | undefined;
}) {
  const snack = useSnack();
  const [sure, setSure] = useState(false);
  const name = shown(plainName);
  const pin = () => {
    trustSettings.pin(anchor);
    snack({ text: m.verify_pinned({ name }) });
  };
  const fingerprint = <HashText label="SHA-256" value={anchor.sha256} whole />;
  return (
    <div className={css.root}>
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
        <Button
          variant={isFirst ? 'contained' : 'outlined'}
          className={css.trust}
          icon={<TrustIcon />}
          onClick={() => {
            setSure(true);
          }}
        >
          {trustWords(anchor.use, enough, name)}
        </Button>
      )}
      {organization !== undefined && <p className={css.use}>{shown(organization)}</p>}
      <p className={css.use}>{m.verify_pin_use({ use: anchorUseWords(anchor.use) })}</p>
      <p className={css.use}>
        {givenAs === undefined ? m.verify_pin_from_evidence() : m.verify_pin_from_file({ name: givenAs })}
      </p>
      <Disclosure summary={m.verify_pin_full()}>
        <p className={css.use}>{shown(anchor.title)}</p>
        {!sure && fingerprint}
        <p>{m.verify_pin_text()}</p>
      </Disclosure>
    </div>
  );
}

/** Says that trust is all that is missing only where it is. */
function trustWords(use: AnchorUse, enough: boolean, name: string): string {
  switch (use) {
    case 'stamping':
      return enough ? m.verify_trust_stamper({ name }) : m.verify_trust_stamper_too({ name });
    case 'signing':
      return enough ? m.verify_trust_issuer({ name }) : m.verify_trust_issuer_too({ name });
    case 'both':
      return enough ? m.verify_trust_both({ name }) : m.verify_trust_both_too({ name });
  }
}
