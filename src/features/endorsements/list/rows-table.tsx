import { useMemo } from 'react';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { LoadingTable } from '#ui/layout/loading-table.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { HolderName } from '#widgets/holders/holder-name.tsx';
import { TokenName } from '#widgets/holders/token-name.tsx';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import type { EndorsementRow } from './rows.ts';
import type { Order } from './view.ts';
import css from './rows-table.module.css';

export function EndorsementTable({
  list,
  rows,
  total,
  order,
  onOrder,
  onOpen,
  onEnd,
}: {
  list: ListName;
  rows: readonly EndorsementRow[];
  /** How many there are, where all are read. */
  total: number | undefined;
  order: Order;
  onOrder: (order: Order) => void;
  onOpen: (row: EndorsementRow) => void;
  onEnd: (() => void) | undefined;
}) {
  const { language } = usePreferences();
  // Cells call words, so the columns are made anew with the language and with nothing else.
  const columns = useMemo(() => columnsOf(list, language), [list, language]);
  return (
    <div className={css.root}>
      <DataTable
        label={list === 'events' ? m.endorsements_tab_events() : m.endorsements_tab_tokens()}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        total={total}
        sort={{ id: order.by, direction: order.direction }}
        onSort={({ id, direction }) => onOrder({ by: id === 'network' ? 'network' : 'time', direction })}
        onOpen={(_, row) => onOpen(row)}
        onEnd={onEnd}
        pageKeys
      />
    </div>
  );
}

/** The same while the first rows are still to come. */
export function LoadingEndorsementTable({ list, order }: { list: ListName; order: Order }) {
  const { language } = usePreferences();
  return (
    <div className={css.root}>
      <LoadingTable columns={columnsOf(list, language)} sort={{ id: order.by, direction: order.direction }} />
    </div>
  );
}

const keyOf = ({ key }: EndorsementRow): string => key;

const missing = <span style={{ color: ink.text3 }}>—</span>;

function columnsOf(list: ListName, _language: string): readonly Column<EndorsementRow>[] {
  const document: Column<EndorsementRow> = {
    id: 'document',
    head: m.endorsements_document(),
    width: '34%',
    cell: ({ token, event }) => <TokenName token={token} event={event} />,
  };
  const time: Column<EndorsementRow> = {
    id: 'time',
    head: list === 'events' ? m.endorsements_when() : m.endorsements_created(),
    width: 120,
    align: 'right',
    sortable: true,
    cell: ({ at }) => (at ? <Instant at={at} form="list" /> : missing),
  };
  const network: Column<EndorsementRow> = {
    id: 'network',
    head: m.endorsements_network(),
    width: 150,
    sortable: true,
    cell: ({ network: id }) =>
      id === undefined ? missing : <span className={css.quiet}>{networkWords(id)}</span>,
  };
  if (list === 'tokens')
    return [
      document,
      {
        id: 'holder',
        head: m.endorsements_holder(),
        width: '34%',
        cell: ({ to }) => <HolderName of={to ?? {}} end="to" />,
      },
      network,
      time,
    ];
  return [
    document,
    {
      id: 'from',
      head: m.endorsements_from(),
      width: '27%',
      cell: ({ from }) => <HolderName of={from ?? {}} end="from" />,
    },
    {
      id: 'to',
      head: m.endorsements_to(),
      width: '27%',
      cell: ({ to }) => (
        <span className={css.to}>
          <ArrowIcon aria-hidden="true" />
          <HolderName of={to ?? {}} end="to" />
        </span>
      ),
    },
    network,
    time,
  ];
}
