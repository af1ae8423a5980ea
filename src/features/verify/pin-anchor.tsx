import { useState } from 'react';
import { styled } from '@mui/material/styles';
import TrustIcon from '@mui/icons-material/ShieldOutlined';
import { shown } from '#proofs/encoding/visible-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { anchorUseWords } from '#widgets/judging/anchor-use-words.ts';
import type { PinnedAnchor } from '#widgets/judging/reader.ts';
import { readerSettings } from '#widgets/judging/reader-settings.ts';
import { m } from '#i18n/messages.ts';

const Root = styled('div')({
  marginBottom: 12,
  '& > .title': { ...type.body, fontWeight: 550, overflowWrap: 'anywhere' },
  '& > p': { ...type.table, margin: '8px 0 10px', color: ink.text2 },
  '& > p.use': { margin: '0 0 8px' },
  '& > .use + .use': { marginTop: -6 },
  '& .why': { marginTop: 8 },
  '& .value': { flexWrap: 'wrap' },
});

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
    readerSettings.pin(anchor);
    snack({ text: m.verify_pinned({ name }) });
  };
  const fingerprint = <HashText label="SHA-256" value={anchor.sha256} whole />;
  return (
    <Root>
      <div className="title">{enough ? m.verify_pin_title({ name }) : m.verify_pin_title_open({ name })}</div>
      <p className="use">{m.verify_pin_use({ use: anchorUseWords(anchor.use) })}</p>
      <p className="use">
        {givenAs === undefined ? m.verify_pin_from_evidence() : m.verify_pin_from_file({ name: givenAs })}
      </p>
      {sure ? (
        <ConfirmInPlace
          destructive={false}
          title={m.verify_pin_sure({ name })}
          text={
            <>
              {fingerprint}
              <p className="why">
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
    </Root>
  );
}
