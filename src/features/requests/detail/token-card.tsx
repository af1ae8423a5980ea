import type { SignatureRequest } from '#contract/resources/resources.ts';
import { Card } from '#ui/layout/card.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { OwningOfWitness } from '#widgets/owning/owning-card.tsx';
import { m } from '#i18n/messages.ts';
import { nobodySigned, stateOf } from '../state.ts';

/** How far the document is on its way to a token, or why it cannot be one yet. */
export function TokenCard({ request }: { request: SignatureRequest }) {
  const id = request.witness?.id;
  if (id) return <OwningOfWitness id={id} request={request} />;
  const state = stateOf(request);
  if (state === 'unknown') return null;
  return (
    <Card title={m.wallets_owning_title()}>
      <p style={{ color: ink.text2 }}>
        {request.finalized && state === 'rejected' && nobodySigned(request)
          ? m.requests_own_never()
          : m.requests_own_not_signed()}
      </p>
    </Card>
  );
}
