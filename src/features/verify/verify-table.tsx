import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import { ConservationMarks } from '#ui/verdicts/conservation-marks.tsx';
import { DataTable, type Column, type Sort } from '#ui/lists/data-table.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import type { Wording } from '#widgets/report/when.ts';
import { m } from '#i18n/messages.ts';
import { foundWords, kindWord, rowName, stateWord } from './found.ts';
import { stateOf, strategiesOf, type Item } from './item.ts';

const Clipped = styled('span')({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: '100%',
  '&.name': { fontWeight: 500, color: ink.text },
});

const Table = styled(DataTable<Item>)({
  '& > table': { tableLayout: 'fixed' },
  '& td': { overflow: 'hidden' },
  '& td:last-of-type': { overflow: 'visible' },
}) as typeof DataTable<Item>;

const Stacked = styled('div')({
  display: 'grid',
  gap: 3,
  padding: '10px 0',
  '& > .found': { ...type.caption, color: ink.text2 },
  '& > .line': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
});

/** Rows in the order that is asked for; only those in sight are drawn. */
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
      cell: (item) => <Marks item={item} />,
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
        <Stacked>
          <div className="line">
            <VerdictCell item={item} />
            <Marks item={item} />
          </div>
          <ItemName item={item} />
          <span className="found">
            {m.verify_phone_found({ kind: kindWord(item), found: foundWords(item, wording) })}
          </span>
        </Stacked>
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
    <Clipped className="name" title={item.name}>
      <Name>{item.name}</Name>
    </Clipped>
  );
}

function Found({ item, wording }: { item: Item; wording: Wording }) {
  const words = foundWords(item, wording);
  return <Clipped title={words}>{words}</Clipped>;
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
