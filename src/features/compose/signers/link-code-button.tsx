import { lazy, Suspense, useState } from 'react';
import QrIcon from '@mui/icons-material/QrCode2Outlined';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isLoopback } from '#widgets/linking/link-address.ts';
import { m } from '#i18n/messages.ts';

const LinkCode = lazy(async () => ({ default: (await import('#widgets/linking/link-code.tsx')).LinkCode }));

/** For a signer without a link: opens the code that they scan to be invited. The signer stays chosen meanwhile. */
export function LinkCodeButton({ name }: { name: string }) {
  const { organization } = useConnection();
  const [open, setOpen] = useState(false);
  if (!organization) return null;
  return (
    <>
      <Button
        variant="text"
        lineStart
        icon={<QrIcon aria-hidden="true" />}
        aria-label={m.compose_show_code_of({ name })}
        onClick={() => setOpen(true)}
      >
        {m.compose_show_code()}
      </Button>
      <LinkCodeDialog name={open ? name : undefined} onClose={() => setOpen(false)} />
    </>
  );
}

/** The code that somebody scans to be linked. */
export function LinkCodeDialog({
  name,
  onClose,
}: {
  /** Undefined: closed. */
  name: string | undefined;
  onClose: () => void;
}) {
  const { organization } = useConnection();
  const { origin } = useHost();
  if (!organization || name === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={m.compose_code_title({ name })}>
      <Stack>
        {/* Another device cannot open such an address: it is not to be scanned. */}
        <p>{isLoopback(origin) ? m.compose_code_text_here({ name }) : m.compose_code_text({ name })}</p>
        <Suspense fallback={null}>
          <LinkCode organization={{ id: organization.id, name: organization.name }} narrow />
        </Suspense>
      </Stack>
    </Dialog>
  );
}
