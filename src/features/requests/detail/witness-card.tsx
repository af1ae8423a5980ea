import type { SignatureRequest } from '#contract/resources/resources.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Row, Stack } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { StrategiesLegend } from '#widgets/marks/strategies-legend.tsx';
import { paths } from '#widgets/paths.ts';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import { Conservation, ConservationBasis } from './conservation.tsx';
import { nobodySigned, stateOf } from '../state.ts';

/** The witness of the document, as the service tells it; what can be recomputed is on the witness's own page. */
export function WitnessCard({ request }: { request: SignatureRequest }) {
  const { witness } = request;
  return (
    <Card
      title={m.requests_witness()}
      note={witness?.id ? <ConservationBasis request={request} /> : undefined}
    >
      {witness?.id ? (
        <Stack>
          <Facts
            facts={[
              {
                label: hashAlgorithmName(witness.algorithm),
                value: witness.hash ? <HashText value={witness.hash} /> : undefined,
              },
            ]}
          />
          <Conservation request={request} />
          <Row style={{ justifyContent: 'space-between' }}>
            <LinkButton to={paths.witness(witness.id)}>{m.requests_see_witness()}</LinkButton>
            <span style={{ color: ink.text2 }}>
              <StrategiesLegend />
            </span>
          </Row>
        </Stack>
      ) : (
        <p style={{ color: ink.text2 }}>
          {request.finalized && stateOf(request) === 'rejected' && nobodySigned(request)
            ? m.requests_no_witness_rejected()
            : stateOf(request) === 'unknown'
              ? m.requests_no_witness_known()
              : request.nom151
                ? m.requests_no_witness_yet_nom151()
                : m.requests_no_witness_yet()}
        </p>
      )}
    </Card>
  );
}
