import type { SignatureRequest } from '#contract/resources/resources.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { LoadingTable } from '#ui/layout/loading-table.tsx';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import type { HeldRows } from './stable-rows.ts';
import {
  AgeCell,
  MarksCell,
  NameCell,
  nameOf,
  NotSent,
  ProgressCell,
  StandingCell,
} from '../request-cells.tsx';
import type { Names } from '../standing.ts';
import type { RequestList } from './use-request-list.ts';
import type { ColumnId, RequestsView } from './view.ts';
import css from './requests-table.module.css';

export interface RequestsTableProps {
  view: RequestsView;
  change: (part: Partial<RequestsView>, how?: 'step' | 'replace') => void;
  list: RequestList;
  held: HeldRows;
  names: Names;
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
}

const turned = { asc: 'desc', desc: 'asc' } as const;

const noNames: Names = {};

type TableShape = Pick<RequestsTableProps, 'view'> & { names?: Names };

/** The columns that are shown, how they are sorted, and whether they have the whole width. */
function useTableShape({ view, names = noNames }: TableShape) {
  const wide = useMediaQuery('(min-width: 1280px)');
  const tight = !wide && view.selected !== undefined;
  return {
    columns: requestColumns(names, tight).filter(({ id }) => !view.hidden.some((hidden) => hidden === id)),
    sort: {
      id: view.sort.field === 'createdAt' ? 'age' : 'changed',
      // An age grows as its beginning lies further back.
      direction: view.sort.field === 'createdAt' ? turned[view.sort.order] : view.sort.order,
    },
    isRoomy: wide && view.selected === undefined,
  };
}

/** The headings of the table over bars, while its rows are read. */
export function LoadingRequests(props: TableShape) {
  const { columns, sort, isRoomy } = useTableShape(props);
  return (
    <div className={css.root} data-roomy={isRoomy || undefined}>
      <LoadingTable columns={columns} sort={sort} picks />
    </div>
  );
}

export function RequestsTable({
  view,
  change,
  list,
  held,
  names,
  picked,
  onPicked,
  onOpen,
}: RequestsTableProps) {
  const isRefused = useRefused('/signature-requests');
  const { columns, sort, isRoomy } = useTableShape({ view, names });
  return (
    <div className={css.root} data-roomy={isRoomy || undefined}>
      <DataTable
        label={m.shell_nav_requests()}
        columns={columns}
        rows={held.rows}
        rowKey={({ id }) => id ?? ''}
        rowName={nameOf}
        total={list.total}
        current={view.selected}
        onCurrent={(selected) => change({ selected }, 'replace')}
        onOpen={onOpen}
        checked={picked}
        onChecked={onPicked}
        changed={held.changed}
        onEnd={view.look === 'table' && !list.looked ? list.more : undefined}
        sort={sort}
        sortRefused={isRefused('sort') ? m.common_sort_refused() : undefined}
        onSort={({ id, direction }) =>
          change({
            sort:
              id === 'age'
                ? { field: 'createdAt', order: turned[direction] }
                : { field: 'updatedAt', order: direction },
          })
        }
      />
    </div>
  );
}

/** Widths are those of the bars while it loads, by what the columns mostly have: with rows it is their content's. */
interface RequestColumn extends Column<SignatureRequest> {
  id: 'name' | ColumnId;
}

export function requestColumns(names: Names, tight: boolean): readonly RequestColumn[] {
  const age: RequestColumn = {
    id: 'age',
    className: css.detail,
    head: m.requests_column_age(),
    align: 'right',
    width: 38,
    sortable: true,
    cell: (request) => <AgeCell request={request} />,
  };
  const marks: RequestColumn = {
    id: 'marks',
    className: css.detail,
    head: m.requests_column_conservation(),
    width: 106,
    cell: (request) => <MarksCell request={request} />,
  };
  return [
    {
      id: 'name',
      head: m.requests_column_document(),
      width: '100%',
      cell: (request) => (
        <div data-row={request.id}>
          <NameCell request={request} />
        </div>
      ),
    },
    {
      id: 'progress',
      className: css.progress,
      head: m.requests_column_progress(),
      width: 137,
      cell: (request) => <ProgressCell request={request} />,
    },
    {
      id: 'standing',
      className: css.standing,
      head: m.requests_column_awaited(),
      width: 271,
      cell: (request) => <StandingCell request={request} names={names} />,
    },
    ...(tight ? [] : [age, marks]),
    {
      id: 'changed',
      head: m.requests_column_changed(),
      align: 'right',
      width: 114,
      sortable: true,
      cell: ({ updatedAt }) => (updatedAt ? <Instant at={updatedAt} form="list" /> : <NotSent />),
    },
  ];
}
