import { useEffect, useState } from 'react';
import TrustIcon from '@mui/icons-material/ShieldOutlined';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { Button } from '#ui/actions/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { AgreeToAnchor } from '#widgets/verification/anchors/agree-to-anchor.tsx';
import { anchorFaultWords } from '#widgets/verification/anchors/anchor-issue-text.ts';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import { builtInFacts, readAnchorFile, type ReadAnchor } from '#widgets/verification/anchors/read-anchor.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { m } from '#i18n/messages.ts';
import type { Item } from '../run/item.ts';
import css from './certificate-anchor.module.css';

/**
 * A certificate that the reader gave as a file of its own: it may become an anchor, for the purpose that the reader
 * chooses. Given beside evidence it is on a path and no end of one.
 */
export function CertificateAnchor({
  file,
  name,
  needing,
}: {
  file: Blob;
  name: string;
  /** What would be decided by trust in it. */
  needing: readonly Item[];
}) {
  const snack = useSnack();
  const { anchors } = useTrustSettings();
  const [read, setRead] = useState<ReadAnchor>();
  const [agreeing, setAgreeing] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void readAnchorFile(file).then((next) => {
      if (isCurrent) setRead(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (read === undefined) return <LoadingRows kind="list" count={1} />;
  if (read.kind !== 'read')
    return (
      <div className={css.root}>
        <p>{anchorFaultWords(read)}</p>
      </div>
    );
  const { sha256 } = read.anchor;
  const known = anchors.find((one) => one.sha256 === sha256)?.use;
  const isBuiltIn = sha256 === builtInFacts().facts.fingerprint;
  if (agreeing)
    return (
      <div className={css.root}>
        <AgreeToAnchor
          read={read}
          suggested={purposeOf(needing, sha256)}
          onPinned={() => {
            setAgreeing(false);
            snack({ text: m.verify_pinned({ name }) });
          }}
          onCancel={() => setAgreeing(false)}
        />
      </div>
    );
  return (
    <div className={css.root}>
      {isBuiltIn && <p>{m.settings_anchor_built_in()}</p>}
      {known !== undefined && <p>{m.settings_anchor_use_known({ use: anchorUseWords(known) })}</p>}
      {needing.length > 0 && (
        <p>{m.verify_anchor_needed({ names: needing.map((one) => one.name).join(', ') })}</p>
      )}
      {known === undefined && !isBuiltIn && <p>{m.verify_anchor_offer()}</p>}
      {!isBuiltIn && known !== 'both' && (
        <Button icon={<TrustIcon />} onClick={() => setAgreeing(true)}>
          {known === undefined ? m.verify_pin() : m.verify_anchor_more()}
        </Button>
      )}
    </div>
  );
}

/** For what those that need it would have to trust it; for signers where nothing here does. */
function purposeOf(needing: readonly Item[], fingerprint: string): AnchorUse {
  const uses = new Set(
    needing.flatMap(({ outcome }) =>
      outcome?.of === 'report'
        ? outcome.pinnable.filter(({ sha256 }) => sha256 === fingerprint).map(({ use }) => use)
        : [],
    ),
  );
  const [only = 'signing'] = uses;
  return uses.size > 1 ? 'both' : only;
}
