import { OwnerDialog } from '#widgets/owning/owner-dialog.tsx';
import type { PanelProps } from './request-actions.tsx';

/** Names who may claim the token of the document. */
export function OwnPanel({ request, onDone }: PanelProps) {
  if (!request.witness) return null;
  return <OwnerDialog witness={request.witness} request={request} onClose={onDone} />;
}
