import { lazy, Suspense, useState } from 'react';
import AddIcon from '@mui/icons-material/Add';
import { offersWrite } from '#client/session/offers-write.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { m } from '#i18n/messages.ts';

const NewWitnessDialog = lazy(async () => ({
  default: (await import('./new-witness-dialog.tsx')).NewWitnessDialog,
}));

/** Leads to having a hash witnessed that belongs to no request. */
export function NewWitness() {
  const { capabilities, organization } = useConnection();
  const [open, setOpen] = useState(false);
  if (!organization || !offersWrite(capabilities, 'createWitness')) return null;
  return (
    <>
      <Button icon={<AddIcon />} onClick={() => setOpen(true)}>
        {m.witnesses_new()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <NewWitnessDialog organization={organization.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
