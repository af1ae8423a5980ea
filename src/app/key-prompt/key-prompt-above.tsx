import { useState } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { m } from '#i18n/messages.ts';
import { KeyPanel } from './key-panel.tsx';

/** An open dialog makes the page inert, so the prompt opens above it and the dialog keeps what was typed. */
export function KeyPromptAbove() {
  const [above, setAbove] = useState(() => document.querySelector('dialog[open], [role="dialog"]') !== null);
  if (!above) return <KeyPanel />;
  return (
    <Dialog open title={m.common_key_refused()} onClose={() => setAbove(false)}>
      <KeyPanel isInDialog />
    </Dialog>
  );
}
