import { useNavigate } from 'react-router-dom';
import type { DriftReport } from '#client/answers/drift.ts';
import { useConnection, useDrift, useSession } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Row } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Link } from '#ui/actions/link.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { OperationsTable } from './operations-table.tsx';
import css from './connection-card.module.css';

/** Which service, which organization, and what was found of what the service can do. */
export function ConnectionCard() {
  const { connection, capabilities, organization } = useConnection();
  const { demo } = useSession();
  const drift = useDrift();
  const navigate = useNavigate();
  return (
    <Card title={m.settings_connection()}>
      <Facts
        facts={[
          { label: m.settings_address(), value: connection.baseUrl },
          { label: m.settings_organization(), value: organization?.name ?? organization?.id },
          ...(organization
            ? [
                {
                  label: m.settings_organization_id(),
                  value: <HashText value={organization.id} size="id" />,
                },
              ]
            : []),
          {
            label: m.settings_content_form(),
            value:
              connection.contentForm === 'flat' ? m.settings_content_flat() : m.settings_content_wrapped(),
          },
          ...(demo ? [{ label: m.settings_kind(), value: m.settings_demo() }] : []),
        ]}
      />
      <Row style={{ marginTop: 14 }}>
        <Button onClick={() => void navigate(paths.connect)}>{m.settings_change_service()}</Button>
      </Row>
      <OperationsTable capabilities={capabilities} />
      <p className={css.drifted}>
        {driftWords(drift)} <Link to={paths.drift}>{m.settings_drift_open()}</Link>
      </p>
    </Card>
  );
}

/** Of the answers that were compared: the comparison runs later than the answers come, and skips some. */
function driftWords(report: DriftReport | undefined): string {
  const compared = Object.values(report?.looked ?? {}).reduce((sum, count) => sum + count, 0);
  if (!report || compared === 0) return `${m.settings_drift_unlooked()}.`;
  return report.drifts.length === 0
    ? m.settings_drift_none_text({ count: compared })
    : m.settings_drift_line({ count: report.drifts.length });
}
