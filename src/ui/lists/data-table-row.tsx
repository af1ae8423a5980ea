import { memo } from 'react';
import type { Locale } from '#i18n/messages.ts';
import { m } from '#i18n/messages.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { classesOf, type Column } from './column.ts';

interface DataRowProps<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  /** What the row is called. */
  name: string;
  index: number;
  height: number;
  tabStop: boolean;
  current: boolean;
  /** Absent: rows are not checked here. */
  checked: boolean | undefined;
  changed: boolean;
  openable: boolean;
  /** Words are functions of it, so a row must be rendered again when it changes. */
  language: Locale;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

// The box around the table listens for all rows (one listener, and rows keep no functions).
const listenedAbove = () => undefined;

function RowView<Item>(props: DataRowProps<Item>) {
  const { columns, item, name, index, height, tabStop, current, checked, changed, openable, measure } = props;
  const dot = changed ? (
    <span className="changed-dot" role="img" aria-label={m.common_row_changed()} />
  ) : null;
  return (
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      aria-current={current ? 'true' : undefined}
      data-index={index}
      data-checked={checked || undefined}
      data-open={openable ? '' : undefined}
      tabIndex={tabStop ? 0 : -1}
      style={{ height }}
    >
      {checked !== undefined && (
        <td className="pick">
          {dot}
          <RowCheckbox
            aria-label={m.common_check_row({ name })}
            checked={checked}
            tabIndex={-1}
            onChange={listenedAbove}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={classesOf(column)}>
          {at === 0 && checked === undefined && dot}
          {column.cell(item)}
        </td>
      ))}
    </tr>
  );
}

/** One row, rendered again only when something of its own changed. Safe: `memo` drops the type parameter, no more. */
export const DataRow = memo(RowView) as typeof RowView;
