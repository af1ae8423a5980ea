import { useQuery } from '@tanstack/react-query';
import type { BulkDecision } from '#jobs/bulk/bulk.ts';
import type { BulkItem, BulkJob } from '#jobs/bulk/bulk-record.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Name } from '#ui/data/name.tsx';
import { CreateDecision } from '#widgets/sending/create-decision.tsx';
import { m } from '#i18n/messages.ts';
import { failureWords } from './failure-texts.ts';

/** Decisions that are shown together: the next ones come as these are taken. */
const shown = 20;

/** Requests of a bulk of which nobody knows whether they were made: a person decides about each, or about all. */
export function DecisionsCard({
  operation,
  onDecide,
}: {
  operation: BulkJob;
  onDecide: (decision: BulkDecision, n?: number) => void;
}) {
  const { client } = useConnection();
  const { data: open } = useQuery(bulks(client.scope).inDoubt(operation.id, shown));
  if (!open || open.count === 0) return null;
  return (
    <Card title={m.bulk_decide_title({ count: open.count })}>
      <Stack>
        {open.count > 1 && (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            <Button onClick={() => onDecide({ kind: 'again' })}>
              {open.areCreates ? m.bulk_decide_all_again() : m.bulk_decide_all_repeat()}
            </Button>
            <Button variant="text" onClick={() => onDecide({ kind: 'discard' })}>
              {m.bulk_decide_all_discard()}
            </Button>
          </div>
        )}
        {open.first.map((item) => (
          <Decision key={item.n} item={item} onDecide={(decision) => onDecide(decision, item.n)} />
        ))}
      </Stack>
    </Card>
  );
}

function Decision({ item, onDecide }: { item: BulkItem; onDecide: (decision: BulkDecision) => void }) {
  const { failure, plan, progress } = item;
  if (!failure) return null;
  return (
    <section aria-label={plan.name}>
      <h3 style={{ margin: '0 0 4px', fontSize: 14, overflowWrap: 'anywhere' }}>
        <Name lines={3}>{plan.name}</Name>
      </h3>
      <p style={{ margin: '0 0 8px', fontSize: 13 }}>{failureWords({ progress, failure })}</p>
      <CreateDecision
        failure={failure}
        onThere={(requestId) =>
          onDecide({ kind: 'there', ...(requestId === undefined ? {} : { requestId }) })
        }
        onAgain={() => onDecide({ kind: 'again' })}
        onDiscard={() => onDecide({ kind: 'discard' })}
      />
    </section>
  );
}
