import type { ReactNode } from 'react';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { LoadingTable } from '#ui/layout/loading-table.tsx';
import { FormerAnswer } from '#ui/feedback/former-answer.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { RowLink } from '#ui/actions/link.tsx';
import { List } from '#ui/lists/list.tsx';
import { Name } from '#ui/data/name.tsx';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import type { ListView } from './list-view.ts';
import css from './rows.module.css';

interface RecordFields {
  readonly id?: string | null | undefined;
  readonly createdAt?: string | null | undefined;
  readonly updatedAt?: string | null | undefined;
}

/** What a page hands its table. */
export interface RecordTableProps<Row> {
  rows: readonly Row[];
  /** The rows are of the page or the filter before. */
  isFormer: boolean;
  view: ListView;
  total: number | undefined;
  onSort: (sort: Pick<ListView, 'sort' | 'order'>) => void;
  onOpen: (id: string) => void;
}

/**
 * One page of a list; only what the interface can sort by sorts.
 *
 * @param operations paths of the list's operations, by which a refused order is remembered
 */
export function RecordTable<Row extends RecordFields>({
  label,
  operations,
  columns,
  nameOf,
  rows,
  isFormer,
  view,
  total,
  onSort,
  onOpen,
}: RecordTableProps<Row> & {
  label: string;
  operations: readonly string[];
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
}) {
  const isRefused = useRefused(...operations);
  const sort = { id: view.sort, direction: view.order };
  // Of a page without any row no table is shown but the one of rows that are still to come.
  if (rows.length === 0)
    return (
      <div className={css.root}>
        <LoadingTable columns={columns} sort={sort} />
      </div>
    );
  return (
    <FormerAnswer isFormer={isFormer}>
      <div className={css.root}>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id ?? `#${rows.indexOf(row)}`}
          rowName={nameOf}
          total={total}
          sort={sort}
          sortRefused={isRefused('sort') ? m.common_sort_refused() : undefined}
          onSort={({ id, direction }) =>
            onSort({ sort: id === 'updatedAt' ? 'updatedAt' : 'createdAt', order: direction })
          }
          onOpen={(_, { id }) => {
            if (id) onOpen(id);
          }}
          pageKeys
        />
      </div>
    </FormerAnswer>
  );
}

/** The same on the phone. */
export function RecordCards<Row>({
  label,
  rows,
  isFormer,
  card,
}: Pick<RecordTableProps<Row>, 'rows' | 'isFormer'> & {
  label: string;
  /** A `ListItem` with its key. */
  card: (row: Row, at: number) => ReactNode;
}) {
  return (
    <FormerAnswer isFormer={isFormer}>
      <div className={css.root}>
        <List aria-label={label}>{rows.map(card)}</List>
      </div>
    </FormerAnswer>
  );
}

/** The first cell of a row: its name, which leads to its page, with one more line below. */
export function RecordName({ name, to, more }: { name: string; to: string | undefined; more?: ReactNode }) {
  return (
    <span className={css.two}>
      <span className={css.name}>
        {to === undefined ? (
          <Name lines={2}>{name}</Name>
        ) : (
          <RowLink to={to}>
            <Name lines={2}>{name}</Name>
          </RowLink>
        )}
      </span>
      {more && <span className={css.more}>{more}</span>}
    </span>
  );
}

export const dateCell = (at: string | null | undefined): ReactNode =>
  at ? <Instant at={at} form="list" /> : '—';

/** The two columns by which the interface can sort. */
export const dateColumns = <Row extends RecordFields>(): readonly Column<Row>[] =>
  (['createdAt', 'updatedAt'] as const).map((field) => ({
    id: field,
    head: field === 'createdAt' ? m.directory_created() : m.directory_updated(),
    width: 112,
    align: 'right' as const,
    sortable: true,
    cell: (row: Row) => dateCell(row[field]),
  }));
