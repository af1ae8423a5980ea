import RefreshIcon from '@mui/icons-material/Refresh';
import { useMemo, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { ListFoot } from '#ui/lists/list-foot.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { nameOfDocument } from '../documents/documents.ts';
import type { DryRun, CheckedRow, Verdict } from './dry-run.ts';
import { bulkLimits } from './plan-requests.ts';
import { reasonWords } from './reason-texts.ts';
import { RowEditor } from './row-editor.tsx';
import { StepCard } from '../prepare/step-card.tsx';
import { VerdictMark, verdictWord } from './verdict-mark.tsx';
import type { TableView } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';
import { clsx } from 'clsx';
import css from './dry-run-card.module.css';

const verdicts: readonly Verdict[] = [
  'refused',
  'held',
  'unchecked',
  'warning',
  'waiting',
  'ok',
  'out',
  'done',
];
/** Verdicts that somebody should look at. */
const problems: readonly Verdict[] = ['refused', 'unchecked', 'warning'];

/** Step 4: every row judged, with its exact reasons; what is wrong is corrected here and judged again. */
export function DryRunCard({
  run,
  view,
  work,
  onCell,
  onOut,
  onAgain,
}: {
  run: DryRun;
  view: TableView;
  work: BulkWork;
  onCell: (n: number, column: number, value: string) => void;
  onOut: (n: number, out: boolean) => void;
  onAgain: () => void;
}) {
  const format = useFormat();
  const phone = usePhone();
  const { language, density } = usePreferences();
  const [only, setOnly] = useState<Verdict>();
  const [open, setOpen] = useState<number>();
  // A row that is being corrected stays in the list until it is left, though it may not fit the filter any more.
  const rows = useMemo(
    () =>
      only === undefined ? run.rows : run.rows.filter(({ verdict, n }) => verdict === only || n === open),
    [run.rows, only, open],
  );
  const current = run.rows.find(({ n }) => n === open);
  const wrong = useMemo(() => run.rows.filter(({ verdict }) => problems.includes(verdict)), [run.rows]);
  const next = (by: 1 | -1): void => {
    const at = open ?? 0;
    const ordered = by === 1 ? wrong : wrong.toReversed();
    const found = ordered.find(({ n }) => (by === 1 ? n > at : open === undefined || n < at)) ?? ordered[0];
    if (found) setOpen(found.n);
  };
  useHotkeys({ p: () => next(1), P: () => next(-1) });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the cells say words, which are of the language
  const columns = useMemo(() => columnsOf(), [language]);
  const checkedCount = run.rows.length - run.counts.waiting;
  return (
    <StepCard
      number={4}
      title={m.bulk_dry_run()}
      done={run.requests.length > 0 && run.counts.refused === 0 && run.counts.waiting === 0}
      flush
      note={
        <Button variant="text" icon={<RefreshIcon />} onClick={onAgain}>
          {m.bulk_check_again()}
        </Button>
      }
    >
      <div className={css.panel}>
        <div className="bar">
          <FilterBar>
            {verdicts
              .filter((verdict) => run.counts[verdict] > 0 || verdict === only)
              .map((verdict) => (
                <ToggleChip
                  key={verdict}
                  label={verdictWord(verdict)}
                  count={format.number(run.counts[verdict])}
                  on={only === verdict}
                  onChange={(on) => setOnly(on ? verdict : undefined)}
                />
              ))}
          </FilterBar>
        </div>
        {run.counts.waiting > 0 && (
          <div className={css.checking}>
            {m.bulk_checking({
              count: run.rows.length,
              done: format.number(checkedCount),
              total: format.number(run.rows.length),
            })}
            <Meter label={m.bulk_dry_run()} value={checkedCount} max={run.rows.length} />
          </div>
        )}
        {run.beyond && (
          <WarningStrip framed={false}>
            {m.bulk_beyond({
              requests: format.number(run.beyond.requests),
              invites: format.number(run.beyond.invites),
              most: format.number(bulkLimits.requests),
              most_invites: format.number(bulkLimits.invites),
            })}
          </WarningStrip>
        )}
        <div
          className={css.rows}
          style={{
            height: Math.min(
              phone ? 460 : 420,
              rows.length * (phone ? 92 : density === 'compact' ? 36 : 45) + 44,
            ),
          }}
        >
          {phone ? (
            <CardWindow
              label={m.bulk_dry_run()}
              count={rows.length}
              cardHeight={92}
              keyOf={(index) => String(rows[index]?.n ?? index)}
              isChosen={(index) => rows[index]?.n === open}
            >
              {(index) => {
                const row = rows[index];
                return row && <RowCard row={row} onOpen={() => setOpen(row.n)} />;
              }}
            </CardWindow>
          ) : (
            <DataTable
              label={m.bulk_dry_run()}
              columns={columns}
              rows={rows}
              rowKey={(row) => String(row.n)}
              current={open === undefined ? undefined : String(open)}
              onCurrent={(key) => setOpen(Number(key))}
              onOpen={(key) => setOpen(Number(key))}
            />
          )}
        </div>
        {rows.length === 0 && <p className={css.none}>{m.bulk_none_of_verdict()}</p>}
        {current && (
          <RowEditor
            key={current.n}
            row={current}
            columns={view.columns}
            roles={work.roles}
            nextLeft={wrong.filter(({ n }) => n !== current.n).length}
            onCell={(column, value) => onCell(current.n, column, value)}
            onOut={(out) => onOut(current.n, out)}
            onNext={() => next(1)}
            onClose={() => setOpen(undefined)}
          />
        )}
        <ListFoot
          keys={[
            { keys: ['j', 'k'], does: m.bulk_key_move() },
            { keys: ['Enter'], does: m.bulk_key_open() },
            { keys: ['p'], does: m.bulk_key_problem() },
          ]}
        >
          {m.bulk_dry_run_foot({
            requests: format.number(run.requests.length),
            invites: format.number(run.invites),
          })}
        </ListFoot>
      </div>
    </StepCard>
  );
}

function columnsOf(): readonly Column<CheckedRow>[] {
  return [
    { id: 'n', head: m.bulk_head_row(), width: 56, align: 'right', cell: ({ n }) => n },
    {
      id: 'verdict',
      head: m.bulk_head_verdict(),
      width: 150,
      cell: ({ verdict }) => <VerdictMark verdict={verdict} />,
    },
    {
      id: 'what',
      head: m.bulk_head_what(),
      width: '20%',
      cell: (row) => <span className={css.what}>{whatOf(row)}</span>,
    },
    {
      id: 'who',
      head: m.bulk_head_who(),
      width: '21%',
      cell: (row) => <span className={css.what}>{whoOf(row)}</span>,
    },
    { id: 'why', head: m.bulk_head_why(), cell: (row) => <span className={css.why}>{whyOf(row)}</span> },
  ];
}

function RowCard({ row, onOpen }: { row: CheckedRow; onOpen: () => void }) {
  return (
    <>
      <VerdictMark verdict={row.verdict} />
      <button type="button" className={clsx(css.open, css.what)} onClick={onOpen}>
        {row.n} · {whatOf(row)} · {whoOf(row)}
      </button>
      <span className={css.why}>{whyOf(row)}</span>
    </>
  );
}

const whatOf = ({ name, document }: CheckedRow): string =>
  name ?? (document ? nameOfDocument(document) : '—');

const whoOf = ({ signers }: CheckedRow): string =>
  signers.map(({ person, text }) => visibleName(person?.name ?? text)).join(', ') || '—';

const whyOf = ({ reasons }: CheckedRow): string => reasons.map(reasonWords).join(' ');
