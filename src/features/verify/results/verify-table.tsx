import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import { ConservationMarks } from '#ui/verdicts/conservation-marks.tsx';
import { DataTable, type Column, type Sort } from '#ui/lists/data-table.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Name } from '#ui/data/name.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import type { Wording } from '#widgets/report/texts/when.ts';
import { m } from '#i18n/messages.ts';
import { itemSummary, kindWord, rowName, stateWord } from './item-summary.ts';
import { hasStrategies, stateOf, strategiesOf, type Item } from '../run/item.ts';
import { clsx } from 'clsx';
import css from './verify-table.module.css';

const Table = styled(DataTable<Item>)({
  '& > table': { tableLayout: 'fixed' },
  '& td': { overflow: 'hidden' },
  '& td:last-of-type': { overflow: 'visible' },
}) as typeof DataTable<Item>;

/** Rows in the order that is requested; only those in sight are drawn. */
export function VerifyTable({
  rows,
  total,
  current,
  sort,
  onCurrent,
  onSort,
}: {
  rows: readonly Item[];
  total: number;
  current: number | undefined;
  sort: Sort | undefined;
  onCurrent: (id: number) => void;
  onSort: (sort: Sort) => void;
}) {
  const { options } = useFormat();
  const phone = usePhone();
  const columns = useMemo(() => (phone ? stackedColumns(options) : columnsOf(options)), [phone, options]);
  return (
    <Table
      label={m.verify_table()}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowName={rowName}
      total={total}
      rowHeight={phone ? 92 : undefined}
      current={current === undefined ? undefined : String(current)}
      onCurrent={(_key, item) => {
        onCurrent(item.id);
      }}
      sort={sort}
      onSort={onSort}
    />
  );
}

const keyOf = ({ id }: Item): string => String(id);

function columnsOf(wording: Wording): Column<Item>[] {
  return [
    {
      id: 'verdict',
      head: m.verify_col_verdict(),
      width: 148,
      sortable: true,
      cell: (item) => <VerdictCell item={item} />,
    },
    {
      id: 'item',
      head: m.verify_col_item(),
      width: '30%',
      sortable: true,
      cell: (item) => <ItemName item={item} />,
    },
    { id: 'kind', head: m.verify_col_kind(), width: 118, sortable: true, cell: kindWord },
    {
      id: 'found',
      head: m.verify_col_found(),
      cell: (item) => <Found item={item} wording={wording} />,
    },
    {
      id: 'strategies',
      head: m.verify_col_strategies(),
      width: 118,
      cell: (item) => (hasStrategies(item) ? <Marks item={item} /> : '—'),
    },
  ];
}

function stackedColumns(wording: Wording): Column<Item>[] {
  return [
    {
      id: 'verdict',
      head: m.verify_col_verdict(),
      sortable: true,
      cell: (item) => (
        <div className={css.stacked}>
          <div className={css.line}>
            <VerdictCell item={item} />
            {hasStrategies(item) && <Marks item={item} />}
          </div>
          <ItemName item={item} />
          <span className={css.found}>
            {m.verify_phone_found({ kind: kindWord(item), found: itemSummary(item, wording) })}
          </span>
        </div>
      ),
    },
  ];
}

function VerdictCell({ item }: { item: Item }) {
  const state = stateOf(item);
  if (state !== 'WARNED') return <VerdictWord state={state}>{stateWord(state)}</VerdictWord>;
  return (
    <VerdictWord state="PASSED" warned={m.verify_warned()}>
      {stateWord('PASSED')}
    </VerdictWord>
  );
}

function ItemName({ item }: { item: Item }) {
  if (item.source.from === 'hash') return <HashText value={item.source.hash} copy={false} unfolds={false} />;
  return (
    <span className={clsx(css.clipped, css.name)} title={item.name}>
      <Name>{item.name}</Name>
    </span>
  );
}

function Found({ item, wording }: { item: Item; wording: Wording }) {
  const words = itemSummary(item, wording);
  return (
    <span className={css.reason} title={words}>
      {words}
    </span>
  );
}

function Marks({ item }: { item: Item }) {
  const { nom151, merkleized, external } = strategiesOf(item);
  return (
    <span data-section={item.kind === 'stamp' ? 'stamp' : 'witness'}>
      <ConservationMarks
        nom151={{ state: nom151 }}
        merkle={{ state: merkleized }}
        external={{ state: external }}
      />
    </span>
  );
}
