import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CertifyPanel } from './certify-panel.tsx';
import { DownloadPanel } from './download-panel.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { OwnPanel } from './owner-panel.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { RemindPanel } from './remind-panel.tsx';
import { RenamePanel } from './rename-panel.tsx';
import type { ActionName } from './action-name.ts';
import type { PanelProps } from './request-actions.tsx';
import { SendPanel } from './send-panel.tsx';
import { ShareLink } from './share-link.tsx';

/** The action that was chosen, in place: what it does, what it costs, and what went wrong. */
export function ActionPanel({ action, ...props }: PanelProps & { action: ActionName }) {
  const root = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const panel = root.current;
    panel?.scrollIntoView({ block: 'nearest' });
    // A question in the panel has put the focus on its safe answer.
    if (!panel?.contains(document.activeElement))
      panel?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [opener]);
  return <div ref={root}>{panelOf(action, props)}</div>;
}

function panelOf(action: ActionName, props: PanelProps): ReactNode {
  switch (action) {
    case 'send':
      return <SendPanel {...props} />;
    case 'remind':
      return <RemindPanel {...props} />;
    case 'rename':
      return <RenamePanel {...props} />;
    case 'invite':
      return <InvitePanel {...props} />;
    case 'share':
      return <ShareLink request={props.request} onDone={props.onDone} />;
    case 'certify':
      return <CertifyPanel {...props} />;
    case 'own':
      return <OwnPanel {...props} />;
    case 'download':
      return <DownloadPanel {...props} />;
    case 'evidence':
      return <EvidencePanel {...props} />;
  }
}
