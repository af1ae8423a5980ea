import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import { currentTime } from '#clock/clock.ts';
import type { AnyOperationName } from '#client/http/send-call.ts';
import { addressOf, driftExport } from '#client/answers/drift-export.ts';
import { emptyDriftReport, maxDrifts, sumOf, type Drift } from '#client/answers/drift.ts';
import { useConnection, useDrift } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePageName } from '#widgets/address/use-page-name.ts';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { m } from '#i18n/messages.ts';
import css from './drift-page.module.css';

/** What differed from the contract in real answers: names and shapes, never what was sent. */
export function DriftPage() {
  const { connection } = useConnection();
  const report = useDrift() ?? emptyDriftReport;
  const format = useFormat();
  usePageName(m.settings_drift_title());
  const looked = sumOf(report.looked);
  const failed = sumOf(report.failed);
  const drifted = [...new Set(report.drifts.map(({ operation }) => operation))].sort(byPlace);
  return (
    <PageFrame
      title={m.settings_drift_title()}
      sub={connection.baseUrl}
      actions={
        <Button
          icon={<DownloadIcon />}
          disabled={report.drifts.length === 0}
          onClick={() => {
            const text = driftExport(connection.baseUrl, report, currentTime());
            saveBlob(new Blob([text], { type: 'application/json' }), 'testigo-drift.json');
          }}
        >
          {m.settings_drift_export()}
        </Button>
      }
    >
      <Stack>
        <p className={css.intro}>{m.settings_drift_text()}</p>
        {failed > 0 && <WarningStrip>{m.settings_drift_failed({ count: failed })}</WarningStrip>}
        {report.cut && (
          <WarningStrip>{m.settings_drift_cut({ most: format.number(maxDrifts) })}</WarningStrip>
        )}
        {report.drifts.length === 0 ? (
          <EmptyState
            icon={<RuleIcon />}
            title={
              looked === 0
                ? m.settings_drift_unlooked()
                : failed > 0
                  ? m.settings_drift_none_looked()
                  : m.settings_drift_none()
            }
            text={
              looked === 0 ? m.settings_drift_unlooked_text() : m.settings_drift_none_text({ count: looked })
            }
          />
        ) : (
          drifted.map((name) => (
            <OperationCard
              key={name}
              name={name}
              looked={report.looked[name] ?? 0}
              drifts={report.drifts.filter(({ operation }) => operation === name)}
            />
          ))
        )}
      </Stack>
    </PageFrame>
  );
}

function OperationCard({
  name,
  looked,
  drifts,
}: {
  name: AnyOperationName;
  looked: number;
  drifts: readonly Drift[];
}) {
  const format = useFormat();
  const { method, path } = addressOf(name);
  const label = `${method} ${path}`;
  return (
    <Card title={label} note={m.settings_drift_looked({ count: looked })} flush ruled>
      <table className={css.table} aria-label={label}>
        <colgroup>
          {Array.from({ length: 5 }, (_, at) => (
            <col key={at} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{m.settings_drift_field()}</th>
            <th scope="col">{m.settings_drift_what()}</th>
            <th scope="col">{m.settings_drift_expected()}</th>
            <th scope="col">{m.settings_drift_found()}</th>
            <th scope="col" className={css.count}>
              {m.settings_drift_times()}
            </th>
          </tr>
        </thead>
        <tbody>
          {drifts.toSorted(byWeight).map((drift) => (
            <tr key={`${drift.field} ${drift.kind} ${drift.now}`}>
              <td>
                <code>{drift.field}</code>
              </td>
              <td>{kindWords(drift)}</td>
              <td>
                <span className="label">{m.settings_drift_expected()}: </span>
                <code>{drift.expected}</code>
              </td>
              <td>
                <span className="label">{m.settings_drift_found()}: </span>
                <code>{drift.found}</code>
              </td>
              <td className={css.count}>
                {m.settings_drift_times_value({ count: drift.times, shown: format.number(drift.times) })}{' '}
                {m.settings_drift_in_answers({
                  count: drift.answers,
                  shown: format.number(drift.answers),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Operations in the order of their addresses, whatever order they were heard in. */
const byPlace = (a: AnyOperationName, b: AnyOperationName): number =>
  addressOf(a).path.localeCompare(addressOf(b).path) ||
  addressOf(a).method.localeCompare(addressOf(b).method);

/** What hurts most stands first: what is gone, then what moved, then what is new. */
const weights: readonly Drift['kind'][] = ['missing', 'renamed', 'type', 'extra'];
const byWeight = (a: Drift, b: Drift): number =>
  weights.indexOf(a.kind) - weights.indexOf(b.kind) || a.field.localeCompare(b.field);

function kindWords({ kind, now }: Drift): string {
  switch (kind) {
    case 'missing':
      return m.settings_drift_missing();
    case 'extra':
      return m.settings_drift_extra();
    case 'renamed':
      return m.settings_drift_renamed({ name: now ?? '' });
    case 'type':
      return m.settings_drift_type();
  }
}
