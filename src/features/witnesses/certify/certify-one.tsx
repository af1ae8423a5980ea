import { lazy, Suspense, useState } from 'react';
import StampIcon from '@mui/icons-material/ApprovalOutlined';
import { standingOf } from '#jobs/certify/certify-way.ts';
import { useConnection, useSession } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';

const CertifyDialog = lazy(async () => ({
  default: (await import('./certify-dialog.tsx')).CertifyDialog,
}));

/** Leads to certifying this witness, where it has no certificate of its own and belongs to the organization. */
export function CertifyOne({ witness }: { witness: Witness }) {
  const { organization } = useConnection();
  const { organizations } = useSession();
  const owner = witness.organization?.id;
  // Of another organization that the reader acts for, it is that one's quota that is spent.
  const other = owner === organization?.id ? undefined : organizations.find(({ id }) => id === owner);
  const [open, setOpen] = useState(false);
  const { id } = witness;
  if (!id || standingOf(witness, (other ?? organization)?.id, 'single') !== 'certifiable') return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon={<StampIcon />} onClick={() => setOpen(true)}>
        {m.witnesses_certify_one()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CertifyDialog source={{ kind: 'ids', ids: [id] }} of={other} onClose={close} onStarted={close} />
        </Suspense>
      )}
    </>
  );
}
