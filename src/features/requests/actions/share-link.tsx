import { useState } from 'react';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { shareAddress } from '#widgets/reminding/share-address.ts';
import { m } from '#i18n/messages.ts';

/**
 * Copies a link that lets its holder read the request without a key. The key stands in the fragment, which
 * browsers send to no server; it is made on the click, copied, and neither shown nor stored.
 */
export function ShareLink({ request, onDone }: { request: SignatureRequest; onDone: () => void }) {
  const snack = useSnack();
  const [refused, setRefused] = useState(false);
  const access = request.finalized ? m.requests_share_text_finalized() : m.requests_share_text();
  return (
    <ConfirmInPlace
      destructive={false}
      title={m.requests_share_title()}
      text={refused ? m.requests_share_refused() : access}
      confirm={m.requests_share_confirm()}
      onConfirm={() => {
        navigator.clipboard.writeText(shareAddress(request)).then(
          () => {
            snack({ text: m.requests_share_copied() });
            onDone();
          },
          () => setRefused(true),
        );
      }}
      onKeep={onDone}
    />
  );
}
