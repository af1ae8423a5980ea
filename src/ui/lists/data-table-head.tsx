import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { m } from '#i18n/messages.ts';
import { classesOf, type Column, type Sort } from './column.ts';
import { RowCheckbox } from './row-checkbox.tsx';

/** Checks every row, or none. */
export function CheckAllCell<Item>({
  rows,
  rowKey,
  checked,
  onChecked,
}: {
  rows: readonly Item[];
  rowKey: (item: Item) => string;
  checked: ReadonlySet<string> | undefined;
  onChecked: (checked: ReadonlySet<string>) => void;
}) {
  const allChecked = rows.length > 0 && rows.every((row) => checked?.has(rowKey(row)));
  return (
    <th className="pick" scope="col">
      <RowCheckbox
        aria-label={m.common_check_all()}
        checked={allChecked}
        indeterminate={!allChecked && rows.some((row) => checked?.has(rowKey(row)))}
        onChange={() => {
          onChecked(allChecked ? new Set() : new Set(rows.map(rowKey)));
        }}
      />
    </th>
  );
}

export function HeadCell<Item>({
  column,
  sort,
  onSort,
  refused,
}: {
  column: Column<Item>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  refused: string | undefined;
}) {
  const direction = refused === undefined && sort?.id === column.id ? sort.direction : undefined;
  return (
    <th
      scope="col"
      className={classesOf(column)}
      style={{ width: column.width }}
      aria-label={column.headLabel}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          aria-disabled={refused !== undefined || undefined}
          title={refused}
          onClick={() => {
            if (refused !== undefined) return;
            onSort({ id: column.id, direction: direction === 'desc' ? 'asc' : 'desc' });
          }}
        >
          {column.head}
          {direction === 'asc' && <UpIcon aria-hidden="true" />}
          {direction === 'desc' && <DownIcon aria-hidden="true" />}
        </button>
      ) : (
        column.head
      )}
    </th>
  );
}
