import { useQuery } from '@tanstack/react-query';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import CheckIcon from '@mui/icons-material/Check';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { useMemo, useState, type ReactNode } from 'react';
import type { BulkItem, BulkJob, BulkState } from '#jobs/bulk/bulk-record.ts';
import { bulks } from '#jobs/bulk/bulks.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { FormerAnswer, FormerMark } from '#ui/feedback/former-answer.tsx';
import { Link } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { RunningRing } from '#ui/feedback/running-ring.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useLastAnswer } from '#ui/hooks/use-last-answer.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { failureWords } from './failure-texts.ts';
import { codeWords } from '../dry-run/reason-texts.ts';
import css from './run-items.module.css';

const states: readonly BulkState[] = ['failed', 'refused', 'running', 'waiting', 'done'];
/** Requests that are read together; more as the end of them comes near. */
const pageSize = 200;
const none: readonly BulkItem[] = [];

/** Every request of a bulk, with what became of it and where it is. */
export function RunItems({ operation }: { operation: BulkJob }) {
  const { client } = useConnection();
  const format = useFormat();
  const phone = usePhone();
  const { language, density } = usePreferences();
  const [only, setOnly] = useState<BulkState>();
  const [most, setMost] = useState(pageSize);
  const { counts, id, status } = operation;
  const items = useQuery({
    ...bulks(client.scope).items(id, { from: 0, most, state: only }),
    refetchInterval: status === 'running' ? 1500 : false,
  });
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the cells say words, which are of the language
  const columns = useMemo(() => columnsOf(), [language]);
  const { answer: rows = none, isFormer } = useLastAnswer({
    question: only ?? '',
    scope: `${client.scope} ${id}`,
    answer: items.data,
    failed: items.isError,
  });
  const total = only === undefined ? operation.total : counts[only];
  const onEnd = (): void => {
    if (!isFormer && rows.length >= most && rows.length < total) setMost(most + pageSize);
  };
  return (
    <Card
      flush
      bar={
        <FilterBar>
          {states
            .filter((state) => counts[state] > 0 || state === only)
            .map((state) => (
              <ToggleChip
                key={state}
                label={stateWord(state)}
                count={format.number(counts[state])}
                on={only === state}
                onChange={(on) => {
                  setMost(pageSize);
                  setOnly(on ? state : undefined);
                }}
              />
            ))}
        </FilterBar>
      }
    >
      <div className={css.panel}>
        {/* They are read from this browser: there is hardly time to read it. */}
        <VisuallyHidden role="status">{isFormer && <FormerMark />}</VisuallyHidden>
        <div
          className={css.rows}
          style={{ height: Math.min(560, rows.length * (phone ? 92 : density === 'compact' ? 36 : 45) + 36) }}
        >
          <FormerAnswer isFormer={isFormer}>
            {phone ? (
              <CardWindow
                label={m.bulk_items()}
                count={rows.length}
                cardHeight={92}
                keyOf={(index) => String(rows[index]?.n ?? index)}
                onEnd={onEnd}
              >
                {(index) => {
                  const item = rows[index];
                  return (
                    item && (
                      <>
                        <StateMark {...item} />
                        <span className={css.what}>{nameOf(item)}</span>
                        <span className={css.why}>{whyOf(item)}</span>
                      </>
                    )
                  );
                }}
              </CardWindow>
            ) : (
              <DataTable
                label={m.bulk_items()}
                columns={columns}
                rows={rows}
                total={total}
                rowKey={({ n }) => String(n)}
                onEnd={onEnd}
              />
            )}
          </FormerAnswer>
        </div>
      </div>
    </Card>
  );
}

function columnsOf(): readonly Column<BulkItem>[] {
  return [
    { id: 'rows', head: m.bulk_head_row(), width: 80, align: 'right', cell: ({ rows }) => rowsOf(rows) },
    {
      id: 'state',
      head: m.bulk_head_verdict(),
      width: 150,
      cell: (item) => <StateMark {...item} />,
    },
    {
      id: 'name',
      head: m.bulk_head_what(),
      width: '30%',
      cell: (item) => <span className={css.what}>{nameOf(item)}</span>,
    },
    {
      id: 'who',
      head: m.bulk_head_who(),
      width: '22%',
      cell: ({ plan }) => (
        <span className={css.what}>{plan.signers.map(({ name }) => name).join(', ') || '—'}</span>
      ),
    },
    { id: 'why', head: m.bulk_head_why(), cell: (item) => <span className={css.why}>{whyOf(item)}</span> },
  ];
}

/** Rows of one request: the first, and how many more. */
function rowsOf(rows: BulkItem['rows']): string {
  const [first] = rows;
  if (!first) return '—';
  return rows.length > 1 ? `${first.n} +${rows.length - 1}` : String(first.n);
}

/** Where there is a request, its name leads to it. */
function nameOf({ plan, progress }: BulkItem): ReactNode {
  const name = visibleName(plan.name || plan.filePath) || '—';
  return progress.requestId === undefined ? name : <Link to={paths.request(progress.requestId)}>{name}</Link>;
}

function whyOf({ state, progress, failure, reasons = [] }: BulkItem): string {
  if (failure && state !== 'done') return failureWords({ progress, failure });
  return reasons.map(codeWords).join(' ');
}

function stateWord(state: BulkState): string {
  switch (state) {
    case 'waiting':
      return m.bulk_state_waiting();
    case 'running':
      return m.bulk_state_running();
    case 'done':
      return m.bulk_state_done();
    case 'failed':
      return m.bulk_state_failed();
    case 'refused':
      return m.bulk_state_refused();
  }
}

const shapes: Readonly<Record<BulkState, ReactNode>> = {
  waiting: <WaitIcon />,
  running: <RunningRing />,
  done: <CheckIcon />,
  failed: <ErrorIcon />,
  refused: <BlockIcon />,
};

/** What was made and stays a draft was not sent to anybody. */
function outcomeWord({ state, plan }: Pick<BulkItem, 'state' | 'plan'>): string {
  if (state !== 'done') return stateWord(state);
  return plan.keepAsDraft ? m.bulk_state_drafted() : m.bulk_state_sent();
}

function StateMark({ state, plan }: Pick<BulkItem, 'state' | 'plan'>) {
  return (
    <span className={css.state} data-state={state}>
      {shapes[state]}
      {outcomeWord({ state, plan })}
    </span>
  );
}
