import { useCallback, useState } from 'react';
import { styled } from '@mui/material/styles';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { ink, media, mono, type } from '#ui/theme/tokens.ts';
import { Link } from '#ui/actions/link.tsx';
import { PrintSheet } from '#ui/layout/print-sheet.tsx';
import { QrCode } from './qr-code.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { isLoopback, linkAddress } from './link-address.ts';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: '176px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 20,
  '& > .words': { display: 'grid', gap: 10, ...type.table, color: ink.text2 },
  '& .address': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 },
  '& .address > a': { fontFamily: mono, fontSize: 12, lineHeight: '18px', overflowWrap: 'anywhere' },
  '& .note': { ...type.caption, color: ink.text2 },
  '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 1fr)', '& > svg': { maxWidth: 200 } },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > svg': { maxWidth: 200 } },
});

const Paper = styled(PrintSheet)({
  '@media print': {
    textAlign: 'center',
    '& h1': { fontSize: '20pt', lineHeight: '26pt', margin: '24mm 0 4mm' },
    '& p': { margin: '0 auto 4mm', maxWidth: '130mm', fontSize: '12pt', lineHeight: '17pt' },
    '& svg': { width: '80mm', maxWidth: 'none', margin: '8mm auto' },
    '& code': { fontSize: '9pt' },
  },
});

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
  return (
    <Root data-narrow={narrow || undefined}>
      <QrCode value={address} label={label} />
      <div className="words">
        <p>{m.linking_code_text()}</p>
        <div className="address">
          <Link to={address.slice(origin.length)}>{address}</Link>
          <CopyButton value={address} what={m.linking_code_address()} />
        </div>
        {isLoopback(origin) && <p className="note">{m.linking_code_loopback()}</p>}
        <div>
          <Button icon={<PrintIcon aria-hidden="true" />} onClick={() => setPrinting(true)}>
            {m.linking_code_print()}
          </Button>
        </div>
      </div>
      {printing && <Printed {...{ address, name, label }} onDone={endPrint} />}
    </Root>
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
    <Paper title={label} onDone={onDone}>
      <h1>{name}</h1>
      <p>{m.linking_print_text({ name })}</p>
      <QrCode value={address} label={label} />
      <p>
        <code>{address}</code>
      </p>
      <p>{m.linking_allows_not_short()}</p>
    </Paper>
  );
}
