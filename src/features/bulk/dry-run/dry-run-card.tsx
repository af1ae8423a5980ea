import RefreshIcon from '@mui/icons-material/Refresh';
import { useMemo, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { ListFoot } from '#ui/lists/list-foot.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { m } from '#i18n/messages.ts';
import type { DryRun, CheckedRow, Verdict } from './dry-run.ts';
import { CheckedRows } from './checked-rows.tsx';
import { bulkLimits } from './plan-requests.ts';
import { RowEditor } from './row-editor.tsx';
import { StepCard } from '../prepare/step-card.tsx';
import { verdictWord } from './verdict-mark.tsx';
import type { TableView } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';
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

/** Step 4: every row checked, with its exact reasons; what is wrong is corrected here and checked again. */
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
  const [only, setOnly] = useState<Verdict>();
  const [open, setOpen] = useState<number>();
  // A row that is being corrected stays in the list until it is left, though it may not fit the filter any more.
  const rows = useMemo(
    () =>
      only === undefined ? run.rows : run.rows.filter(({ verdict, n }) => verdict === only || n === open),
    [run.rows, only, open],
  );
  const current = run.rows.find(({ n }) => n === open);
  const { wrong, openNext } = useWrongRows(run.rows, open, setOpen);
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
          <VerdictFilter counts={run.counts} only={only} onChange={setOnly} />
        </div>
        {run.counts.waiting > 0 && <CheckProgress run={run} />}
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
        <CheckedRows rows={rows} open={open} onOpen={setOpen} />
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
            onNext={() => openNext(1)}
            onClose={() => setOpen(undefined)}
          />
        )}
        <ListFoot keys={['move', 'open', { keys: ['p'], does: m.bulk_key_problem }]}>
          {m.bulk_dry_run_foot({
            requests: format.number(run.requests.length),
            invites: format.number(run.invites),
          })}
        </ListFoot>
      </div>
    </StepCard>
  );
}

/** The rows that somebody should look at, and how to go from one to another. */
function useWrongRows(
  rows: readonly CheckedRow[],
  open: number | undefined,
  onOpen: (row: number) => void,
): { wrong: readonly CheckedRow[]; openNext: (by: 1 | -1) => void } {
  const wrong = useMemo(() => rows.filter(({ verdict }) => problems.includes(verdict)), [rows]);
  const openNext = (by: 1 | -1): void => {
    const at = open ?? 0;
    const ordered = by === 1 ? wrong : wrong.toReversed();
    const next = ordered.find(({ n }) => (by === 1 ? n > at : open === undefined || n < at)) ?? ordered[0];
    if (next) onOpen(next.n);
  };
  useHotkeys({ p: () => openNext(1), P: () => openNext(-1) });
  return { wrong, openNext };
}

function VerdictFilter({
  counts,
  only,
  onChange,
}: {
  counts: DryRun['counts'];
  only: Verdict | undefined;
  onChange: (only: Verdict | undefined) => void;
}) {
  const format = useFormat();
  return (
    <FilterBar>
      {verdicts
        .filter((verdict) => counts[verdict] > 0 || verdict === only)
        .map((verdict) => (
          <ToggleChip
            key={verdict}
            label={verdictWord(verdict)}
            count={format.number(counts[verdict])}
            on={only === verdict}
            onChange={(on) => onChange(on ? verdict : undefined)}
          />
        ))}
    </FilterBar>
  );
}

function CheckProgress({ run: { rows, counts } }: { run: DryRun }) {
  const format = useFormat();
  const checkedCount = rows.length - counts.waiting;
  return (
    <div className={css.checking}>
      {m.bulk_checking({
        count: rows.length,
        done: format.number(checkedCount),
        total: format.number(rows.length),
      })}
      <Meter label={m.bulk_dry_run()} value={checkedCount} max={rows.length} />
    </div>
  );
}
