import { useState } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { m } from '#i18n/messages.ts';
import { KeyRefusedPanel } from './key-refused-panel.tsx';

/** Under a dialog nothing can be reached: then the key is asked for above it, and what was typed there stays. */
export function KeyAskedAbove() {
  const [above, setAbove] = useState(() => document.querySelector('dialog[open], [role="dialog"]') !== null);
  if (!above) return <KeyRefusedPanel />;
  return (
    <Dialog open title={m.common_key_label()} onClose={() => setAbove(false)}>
      <KeyRefusedPanel />
    </Dialog>
  );
}
