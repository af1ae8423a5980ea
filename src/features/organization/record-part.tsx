import { useQuery } from '@tanstack/react-query';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { useConnection } from '#client/session/session-context.tsx';
import { writes } from '#jobs/store/writes.ts';
import { addresses } from '#contract/operations/addresses.ts';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { Note, Padded, Rows } from './rows.tsx';

/** Rows that are drawn: the newest. */
const drawn = 200;

/** The changes that this browser requested of the service, for this connection and organization. */
export function RecordPart() {
  const { client } = useConnection();
  const read = useQuery(writes(client.scope).list());
  return (
    <Card title={m.organization_record()} flush>
      <Padded>
        <Note>{m.organization_record_text()}</Note>
      </Padded>
      <QueryView
        query={read}
        what={m.organization_what_record()}
        loading={<LoadingRows kind="list" count={4} />}
        isEmpty={(record) => record.length === 0}
        empty={
          <EmptyState
            icon={<HistoryIcon aria-hidden="true" />}
            title={m.organization_record_none()}
            text={m.organization_record_none_text()}
          />
        }
      >
        {(record) => (
          <Rows>
            {record.slice(0, drawn).map(({ id, at, operation, object, status }) => (
              <li key={id}>
                <div className="line">
                  <div>
                    <div className="name">
                      <code>
                        {addresses[operation].method} {addresses[operation].path}
                      </code>
                    </div>
                    <div className="facts">
                      {object && <HashText value={object} size="id" />}
                      <Instant at={at} form="full" />
                    </div>
                  </div>
                  <span className="outcome" data-refused={status !== null && status >= 300 ? '' : undefined}>
                    {outcome(status)}
                  </span>
                </div>
              </li>
            ))}
          </Rows>
        )}
      </QueryView>
    </Card>
  );
}

function outcome(status: number | null): string {
  if (status === null) return m.organization_record_unanswered();
  return status < 300 ? m.organization_record_done() : m.organization_record_refused({ status });
}
