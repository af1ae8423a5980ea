import { useRef, type SyntheticEvent } from 'react';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { m } from '#i18n/messages.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { Column } from './column.ts';
import { DataRow } from './data-table-row.tsx';
import { Scroll } from './data-table-style.ts';
import { PartBoundary } from '../feedback/part-boundary.tsx';
import { usePreferences } from '../theme/preferences.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { RowWindow } from './row-window.tsx';

export type { Column } from './column.ts';

export interface Sort {
  id: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Item> {
  /** What the rows are. */
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  rowKey: (item: Item) => string;
  /** All that match, when fewer are loaded. */
  total?: number | undefined;
  /** The row shown in the inspector. */
  current?: string | undefined;
  onCurrent?: ((key: string, item: Item) => void) | undefined;
  /** Enter and double click. */
  onOpen?: ((key: string, item: Item) => void) | undefined;
  checked?: ReadonlySet<string> | undefined;
  onChecked?: ((checked: ReadonlySet<string>) => void) | undefined;
  /** A row's name, for its check box. */
  rowName?: ((item: Item) => string) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Why it cannot be sorted otherwise. */
  sortRefused?: string | undefined;
  /** Rows that changed while the reader looked: a 5 px dot. */
  changed?: ReadonlySet<string> | undefined;
  /** The end of what is loaded came near. */
  onEnd?: (() => void) | undefined;
  /** Px; by default that of the density: 45 or 36. */
  rowHeight?: number | undefined;
  /** The keys j k x Enter work on the whole page, not only when a row has the focus. */
  pageKeys?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A long list as a plain table: only the rows in sight are drawn, and it still says how many there are.
 * One row is a tab stop; j k ↑ ↓ Home End move, x checks, Enter opens.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, rowKey, label, total, checked, onChecked, sort, onSort, onEnd } = props;
  const { density, language } = usePreferences();
  const rowHeight = props.rowHeight ?? (density === 'compact' ? 36 : 45);
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  const keys = useRowKeys({
    count: rows.length,
    current: rows.findIndex((row) => rowKey(row) === props.current),
    scroll,
    reveal: (index) => {
      reveal.current(index);
    },
    pageKeys: props.pageKeys ?? true,
    onMove: (index) => {
      // The inspector, once open, follows; otherwise moving only moves.
      const item = rows[index];
      if (item !== undefined && props.current !== undefined) props.onCurrent?.(rowKey(item), item);
    },
    onEnter: (index) => {
      const item = rows[index];
      if (item === undefined) return;
      const key = rowKey(item);
      const shown = key === props.current;
      ((shown ? props.onOpen : props.onCurrent) ?? props.onOpen ?? props.onCurrent)?.(key, item);
    },
    onToggle: (index) => {
      const item = rows[index];
      if (item === undefined) return;
      const next = new Set(checked);
      const key = rowKey(item);
      if (!next.delete(key)) next.add(key);
      onChecked?.(next);
    },
  });
  const act = (event: SyntheticEvent, on: (key: string, item: Item, index: number) => void) => {
    const index = rowIndexOf(event.target);
    const item = rows[index];
    if (item !== undefined) on(rowKey(item), item, index);
  };
  const span = columns.length + (onChecked ? 1 : 0);
  const allChecked = rows.length > 0 && rows.every((row) => checked?.has(rowKey(row)));
  return (
    <Scroll
      ref={scroll}
      className={props.className}
      onKeyDown={keys.onKeyDown}
      onFocus={(event) => {
        act(event, (_key, _item, index) => {
          keys.take(index);
        });
      }}
      onChange={(event) => {
        act(event, (_key, _item, index) => {
          if (event.target instanceof Element && event.target.closest('.pick')) keys.toggle(index);
        });
      }}
      onClick={(event) => {
        // A control inside the row has its own meaning; so has selecting text.
        if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
        if (!window.getSelection()?.isCollapsed) return;
        act(event, (key, item, index) => {
          keys.take(index);
          (props.onCurrent ?? props.onOpen)?.(key, item);
        });
      }}
      onDoubleClick={(event) => {
        act(event, (key, item) => props.onOpen?.(key, item));
      }}
    >
      <table aria-label={label} aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {onChecked && (
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
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                refused={props.sortRefused}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <RowWindow
            count={rows.length}
            rowHeight={rowHeight}
            scroll={scroll}
            onEnd={onEnd}
            reveal={reveal}
            onDrawn={keys.settle}
          >
            {({ visible, before, after, measure }) => (
              <>
                {before > 0 && <Space height={before} span={span} />}
                {visible.map((index) => {
                  const item = rows[index];
                  return item === undefined ? null : (
                    <PartBoundary
                      key={rowKey(item)}
                      of={item}
                      around={(broken) => (
                        <tr
                          ref={measure}
                          aria-rowindex={index + 2}
                          data-index={index}
                          tabIndex={index === keys.at ? 0 : -1}
                          style={{ height: rowHeight }}
                        >
                          <td colSpan={span}>{broken}</td>
                        </tr>
                      )}
                    >
                      <DataRow
                        columns={columns}
                        item={item}
                        name={props.rowName?.(item) ?? rowKey(item)}
                        index={index}
                        height={rowHeight}
                        tabStop={index === keys.at}
                        current={rowKey(item) === props.current}
                        checked={onChecked && (checked?.has(rowKey(item)) ?? false)}
                        changed={props.changed?.has(rowKey(item)) ?? false}
                        openable={(props.onCurrent ?? props.onOpen) !== undefined}
                        language={language}
                        measure={measure}
                      />
                    </PartBoundary>
                  );
                })}
                {after > 0 && <Space height={after} span={span} />}
              </>
            )}
          </RowWindow>
        </tbody>
      </table>
    </Scroll>
  );
}

/** The row that something inside it happened to, or -1. */
function rowIndexOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return Number(row?.dataset.index ?? -1);
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr className="space" aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

function HeadCell<Item>({
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
      className={column.align}
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
