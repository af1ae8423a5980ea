import { useMemo, useState } from 'react';
import { styled } from '@mui/material/styles';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Button } from '#ui/button.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { Facts } from '#ui/facts.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SelectInput } from '#ui/select-input.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { useFormat } from '#ui/use-format.ts';
import { anchorUses, isAnchorUse, type AnchorUse } from '#proofs/pki/anchor-use.ts';
import { anchorUseWords } from '#widgets/judging/anchor-use-words.ts';
import type { PinnedAnchor } from '#widgets/judging/reader.ts';
import { readerSettings } from '#widgets/judging/reader-settings.ts';
import { useReaderSettings, useReaderTrust } from '#widgets/judging/use-reader.ts';
import { m } from '#words/words.ts';
import { Kept, Part } from './part.tsx';
import { builtInFacts, mostAnchorBytes, readAnchor, type ReadAnchor } from './read-anchor.ts';

const Confirmed = styled('div')({
  '& > .use': { marginTop: 14, maxWidth: 340 },
});

/** The certificates that are taken on trust: the one that is built in, those that were pinned, the sandbox's own. */
export function AnchorsPart() {
  const { anchors } = useReaderSettings();
  const trust = useReaderTrust();
  const builtIn = useMemo(() => builtInFacts(), []);
  const format = useFormat();
  const published = (trust?.anchors ?? []).filter(
    ({ sha256 }) => !anchors.some((own) => own.sha256 === sha256),
  );
  return (
    <Part title={m.settings_anchors()} text={m.settings_anchors_text()}>
      <Kept aria-label={m.settings_anchors()}>
        <li>
          <span className="name">{builtIn.title}</span>
          <span className="line">
            {m.settings_anchor_built_in()}{' '}
            {m.settings_anchor_until({ date: format.day(builtIn.facts.notAfter) })}
          </span>
          <span className="line">
            <HashText value={builtIn.facts.fingerprint} label="SHA-256" />
          </span>
        </li>
        {anchors.map((anchor) => (
          <Pinned key={anchor.sha256} anchor={anchor} />
        ))}
        {published.map(({ title, sha256, use }) => (
          <li key={sha256}>
            <span className="name">{title}</span>
            <span className="line">
              {anchorUseWords(use)}. {m.settings_anchor_of_sandbox()}
            </span>
            <span className="line">
              <HashText value={sha256} label="SHA-256" />
            </span>
          </li>
        ))}
      </Kept>
      <AddAnchor builtIn={builtIn.facts.fingerprint} />
    </Part>
  );
}

function Pinned({ anchor }: { anchor: PinnedAnchor }) {
  const { anchors } = useReaderSettings();
  const [asking, setAsking] = useState(false);
  const { title, sha256, use } = anchor;
  return (
    <li>
      <span className="name">{title}</span>
      <span className="line">
        {anchorUseWords(use)}. {m.settings_anchor_pinned()}
      </span>
      <span className="line">
        <HashText value={sha256} label="SHA-256" />
      </span>
      <span className="actions">
        <IconButton
          small
          label={m.settings_anchor_remove({ name: title })}
          icon={<DeleteIcon />}
          onClick={() => setAsking(true)}
        />
      </span>
      {asking && (
        <div className="whole">
          <ConfirmInPlace
            title={m.settings_anchor_remove_title({ name: title })}
            text={m.settings_anchor_remove_text()}
            confirm={m.settings_anchor_remove_confirm()}
            keep={m.settings_keep()}
            onConfirm={() =>
              readerSettings.change({ anchors: anchors.filter((one) => one.sha256 !== sha256) })
            }
            onKeep={() => setAsking(false)}
          />
        </div>
      )}
    </li>
  );
}

/** Reads a certificate and shows what it is; it counts only once its fingerprint was agreed to. */
function AddAnchor({ builtIn }: { builtIn: string }) {
  const { anchors } = useReaderSettings();
  const snack = useSnack();
  const [pasted, setPasted] = useState('');
  const [read, setRead] = useState<ReadAnchor>();
  const [use, setUse] = useState<AnchorUse>('signing');
  const sha256 = read?.kind === 'read' ? read.anchor.sha256 : undefined;
  const known = anchors.find((one) => one.sha256 === sha256)?.use;
  const repeated = sha256 === builtIn || known === 'both';
  const fault = read && (repeated ? m.settings_anchor_known() : faultWords(read));
  const show = (next: ReadAnchor): void => {
    const trusted = next.kind === 'read' && anchors.find((one) => one.sha256 === next.anchor.sha256);
    setRead(next);
    // What it is trusted for already is not asked again.
    setUse(trusted && trusted.use === 'signing' ? 'stamping' : 'signing');
  };
  const take = async (file: File): Promise<void> => {
    if (file.size > mostAnchorBytes) setRead({ kind: 'large' });
    else show(readAnchor(new Uint8Array(await file.arrayBuffer())));
  };
  if (read?.kind === 'read' && !repeated)
    return (
      <ConfirmInPlace
        destructive={false}
        title={m.settings_anchor_confirm_title()}
        text={
          <Confirmed>
            {m.settings_anchor_confirm_text()}
            <AnchorFacts read={read} />
            <SelectInput
              className="use"
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
          </Confirmed>
        }
        confirm={m.settings_anchor_confirm()}
        keep={m.common_cancel()}
        onConfirm={() => {
          readerSettings.pin({ ...read.anchor, use });
          setRead(undefined);
          setPasted('');
          snack({ text: m.settings_anchor_pinned_now() });
        }}
        onKeep={() => setRead(undefined)}
      />
    );
  return (
    <>
      <DropZone
        small
        primary={false}
        title={m.settings_anchor_drop()}
        text={m.settings_anchor_drop_text()}
        accept=".pem,.crt,.cer,.der,.txt,application/x-x509-ca-cert,application/pkix-cert"
        onFiles={([file]) => {
          if (file) void take(file);
        }}
      />
      <TextArea
        code
        rows={3}
        label={m.settings_anchor_paste()}
        value={pasted}
        error={fault}
        spellCheck={false}
        onChange={({ target }) => {
          setPasted(target.value);
          setRead(undefined);
        }}
      />
      <div>
        <Button disabled={pasted.trim() === ''} onClick={() => show(readAnchor(pasted.trim()))}>
          {m.settings_anchor_read()}
        </Button>
      </div>
    </>
  );
}

function AnchorFacts({ read: { facts, anchor } }: { read: Extract<ReadAnchor, { kind: 'read' }> }) {
  const format = useFormat();
  const day = (text: string): string => format.day(text);
  return (
    <div style={{ marginTop: 12 }}>
      <Facts
        facts={[
          { label: m.settings_anchor_subject(), value: facts.subject },
          { label: m.settings_anchor_issuer(), value: facts.issuer },
          { label: m.settings_anchor_validity(), value: `${day(facts.notBefore)} – ${day(facts.notAfter)}` },
          { label: m.settings_anchor_key(), value: facts.key },
          {
            label: m.settings_anchor_authority(),
            value: facts.authority ? m.settings_anchor_authority_yes() : m.settings_anchor_authority_no(),
          },
          {
            label: m.settings_fingerprint(),
            value: <HashText value={anchor.sha256} whole size="chain" />,
          },
        ]}
      />
    </div>
  );
}

function faultWords(read: ReadAnchor): string | undefined {
  switch (read.kind) {
    case 'read':
      return undefined;
    case 'unreadable':
      return m.settings_anchor_bad({ reason: read.reason });
    case 'several':
      return m.settings_anchor_several({ count: read.count });
    case 'large':
      return m.settings_anchor_large();
  }
}
