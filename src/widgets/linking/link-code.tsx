import { useCallback, useState } from 'react';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { Link } from '#ui/actions/link.tsx';
import { PrintSheet } from '#ui/layout/print-sheet.tsx';
import { QrCode } from './qr-code.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { isLoopback, linkAddress } from './link-address.ts';
import css from './link-code.module.css';

/** The code that a person scans to link themselves with the organization, its address, and the same on paper. */
export function LinkCode({
  organization,
  narrow = false,
}: {
  organization: { id: string; name: string | undefined };
  /** In a narrow card: the words stand below. */
  narrow?: boolean;
}) {
  const { connection } = useConnection();
  const { origin } = useHost();
  const [printing, setPrinting] = useState(false);
  const endPrint = useCallback(() => setPrinting(false), []);
  const address = linkAddress(origin, { organization: organization.id, baseUrl: connection.baseUrl });
  const name = visibleName(organization.name) ?? m.organization_title();
  const label = m.linking_code_of({ name });
  // Such an address means another computer wherever else it is scanned: it is not offered on paper.
  const isHereOnly = isLoopback(origin);
  return (
    <div className={css.root} data-narrow={narrow || undefined}>
      {isHereOnly && (
        <div className={css.warning}>
          <WarningStrip>{m.linking_code_loopback()}</WarningStrip>
        </div>
      )}
      <QrCode value={address} label={label} />
      <div className={css.words}>
        <p>{isHereOnly ? m.linking_code_holds() : m.linking_code_text()}</p>
        <div className={css.address}>
          <Link to={address.slice(origin.length)}>{address}</Link>
          <CopyButton value={address} what={m.linking_code_address()} />
        </div>
        {!isHereOnly && (
          <div>
            <Button icon={<PrintIcon aria-hidden="true" />} onClick={() => setPrinting(true)}>
              {m.linking_code_print()}
            </Button>
          </div>
        )}
      </div>
      {printing && <Printed {...{ address, name, label }} onDone={endPrint} />}
    </div>
  );
}

function Printed({
  address,
  name,
  label,
  onDone,
}: {
  address: string;
  name: string;
  label: string;
  onDone: () => void;
}) {
  return (
    <PrintSheet className={css.paper} title={label} onDone={onDone}>
      <h1>{name}</h1>
      <p>{m.linking_print_text({ name })}</p>
      <QrCode value={address} label={label} />
      <p>
        <code>{address}</code>
      </p>
      <p>{m.linking_allows_not_short()}</p>
    </PrintSheet>
  );
}
