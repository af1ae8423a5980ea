import { clsx } from 'clsx';
import { useMemo } from 'react';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import { nameOfDocument } from '../documents/documents.ts';
import type { CheckedRow } from './dry-run.ts';
import { reasonWords } from './reason-texts.ts';
import { VerdictMark } from './verdict-mark.tsx';
import css from './checked-rows.module.css';

/** The checked rows: a table, or cards on a phone. */
export function CheckedRows({
  rows,
  open,
  onOpen,
}: {
  rows: readonly CheckedRow[];
  /** Number of the row that is being corrected. */
  open: number | undefined;
  onOpen: (row: number) => void;
}) {
  const phone = usePhone();
  const { language, density } = usePreferences();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the cells hold texts in the chosen language
  const columns = useMemo(() => columnsOf(), [language]);
  return (
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
            return row && <RowCard row={row} onOpen={() => onOpen(row.n)} />;
          }}
        </CardWindow>
      ) : (
        <DataTable
          label={m.bulk_dry_run()}
          columns={columns}
          rows={rows}
          rowKey={(row) => String(row.n)}
          current={open === undefined ? undefined : String(open)}
          onCurrent={(key) => onOpen(Number(key))}
          onOpen={(key) => onOpen(Number(key))}
        />
      )}
    </div>
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
