import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import { styled } from '@mui/material/styles';
import { currentTime } from '#clock/clock.ts';
import type { AnyOperationName } from '#client/http/client.ts';
import { addressOf, driftExport } from '#client/answers/drift-export.ts';
import { maxDrifts, type Drift, type DriftReport } from '#client/answers/drift.ts';
import { useConnection, useDrift } from '#client/session/session-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ink, media, mono, type } from '#ui/theme/tokens.ts';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePageName } from '#widgets/page-name.ts';
import { saveBlob } from '#widgets/save-blob.ts';
import { m } from '#i18n/messages.ts';

const Intro = styled('p')({ ...type.table, maxWidth: 720, color: ink.text2 });

const Table = styled('table')({
  ...type.table,
  width: '100%',
  borderCollapse: 'collapse',
  // The same columns in every card.
  tableLayout: 'fixed',
  '& col:nth-of-type(1)': { width: '26%' },
  '& col:nth-of-type(2)': { width: '21%' },
  '& col:nth-of-type(3)': { width: '13%' },
  '& col:nth-of-type(4)': { width: '24%' },
  '& th': { ...type.caption, padding: '8px 14px', color: ink.text3, fontWeight: 500, textAlign: 'left' },
  '& td': { padding: '9px 14px', borderTop: `1px solid ${ink.line}`, verticalAlign: 'top' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 18 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 18 },
  '& code': { fontFamily: mono, fontSize: 12, overflowWrap: 'anywhere' },
  '& .count': { textAlign: 'right' },
  '& .label': { display: 'none' },
  [media.phone]: {
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tr': { display: 'grid', gap: 4, padding: '10px 16px', borderTop: `1px solid ${ink.line}` },
    '& td, & td:first-of-type, & td:last-of-type': { padding: 0, border: 0 },
    '& .count': { textAlign: 'left' },
    '& .label': { display: 'inline', color: ink.text3 },
  },
});

const none: DriftReport = { looked: {}, drifts: [], cut: false };

/** What differed from the contract in real answers: names and shapes, never what was sent. */
export function DriftPage() {
  const { connection } = useConnection();
  const report = useDrift() ?? none;
  const format = useFormat();
  usePageName(m.settings_drift_title());
  const looked = Object.values(report.looked).reduce((sum, count) => sum + count, 0);
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
        <Intro>{m.settings_drift_text()}</Intro>
        {report.cut && (
          <WarningStrip>{m.settings_drift_cut({ most: format.number(maxDrifts) })}</WarningStrip>
        )}
        {report.drifts.length === 0 ? (
          <EmptyState
            icon={<RuleIcon />}
            title={looked === 0 ? m.settings_drift_unlooked() : m.settings_drift_none()}
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
      <Table aria-label={label}>
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
            <th scope="col" className="count">
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
              <td className="count">
                {m.settings_drift_times_value({ count: drift.times, shown: format.number(drift.times) })}{' '}
                {m.settings_drift_in_answers({
                  count: drift.answers,
                  shown: format.number(drift.answers),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
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
