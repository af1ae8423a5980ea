import { useState } from 'react';
import { anchorUses, isAnchorUse, type AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { anchorUseWords } from './anchor-use-text.ts';
import type { ReadAnchor } from './read-anchor.ts';
import { trustSettings } from '../context/trust-settings.ts';
import { useTrustSettings } from '../context/use-trust.ts';
import css from './agree-to-anchor.module.css';

/**
 * A certificate that was read, in front of its whole fingerprint: the reader says for what it is trusted, and only then
 * it is. One that is trusted already is offered for the other purpose.
 */
export function AgreeToAnchor({
  read: { anchor, facts },
  suggested = 'signing',
  onPinned,
  onCancel,
}: {
  read: Extract<ReadAnchor, { kind: 'read' }>;
  /** The purpose that is chosen at first. */
  suggested?: AnchorUse;
  onPinned: () => void;
  onCancel: () => void;
}) {
  const { anchors } = useTrustSettings();
  const format = useFormat();
  const known = anchors.find(({ sha256 }) => sha256 === anchor.sha256)?.use;
  const [use, setUse] = useState(() => (known === undefined ? suggested : otherUse(known)));
  return (
    <ConfirmInPlace
      destructive={false}
      title={m.settings_anchor_confirm_title()}
      text={
        <div className={css.confirmed}>
          {m.settings_anchor_confirm_text()}
          <div className="facts">
            <Facts
              facts={[
                { label: m.settings_anchor_subject(), value: facts.subject },
                { label: m.settings_anchor_issuer(), value: facts.issuer },
                {
                  label: m.settings_anchor_validity(),
                  value: `${format.day(facts.notBefore)} – ${format.day(facts.notAfter)}`,
                },
                { label: m.settings_anchor_key(), value: facts.key },
                {
                  label: m.settings_anchor_authority(),
                  value: facts.authority
                    ? m.settings_anchor_authority_yes()
                    : m.settings_anchor_authority_no(),
                },
                {
                  label: m.settings_fingerprint(),
                  value: <HashText value={anchor.sha256} whole size="chain" />,
                },
              ]}
            />
          </div>
          <SelectInput
            className={css.use}
            label={m.settings_anchor_use()}
            help={known && m.settings_anchor_use_known({ use: anchorUseWords(known) })}
            value={use}
            options={anchorUses
              .filter((one) => one !== known)
              .map((one) => ({ value: one, label: anchorUseWords(one) }))}
            onChange={({ target }) => {
              if (isAnchorUse(target.value)) setUse(target.value);
            }}
          />
        </div>
      }
      confirm={m.settings_anchor_confirm()}
      keep={m.common_cancel()}
      onConfirm={() => {
        trustSettings.pin({ ...anchor, use });
        onPinned();
      }}
      onKeep={onCancel}
    />
  );
}

/** What it is trusted for already is not offered again. */
const otherUse = (known: AnchorUse): AnchorUse => (known === 'signing' ? 'stamping' : 'signing');
