import { useRef, type RefObject, type SyntheticEvent } from 'react';
import type { Column, Sort } from './column.ts';
import { CheckAllCell, HeadCell } from './data-table-head.tsx';
import { DataRow } from './data-table-row.tsx';
import { Scroll } from './data-table-style.ts';
import { PartBoundary } from '../feedback/part-boundary.tsx';
import { usePreferences } from '../theme/preferences.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { RowWindow } from './row-window.tsx';
import type { DrawnRows } from './virtual-rows.tsx';

export type { Column, Sort } from './column.ts';

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
  /** Rows that changed while the user looked: a 5 px dot. */
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
  const { density } = usePreferences();
  const rowHeight = props.rowHeight ?? (density === 'compact' ? 36 : 45);
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  const keys = useTableKeys(props, scroll, reveal);
  const act = (event: SyntheticEvent, on: (key: string, item: Item, index: number) => void) => {
    const index = rowIndexOf(event.target);
    const item = rows[index];
    if (item !== undefined) on(rowKey(item), item, index);
  };
  const span = columns.length + (onChecked ? 1 : 0);
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
            {onChecked && <CheckAllCell {...{ rows, rowKey, checked, onChecked }} />}
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
                    <TableRow
                      key={rowKey(item)}
                      table={props}
                      item={item}
                      index={index}
                      height={rowHeight}
                      span={span}
                      tabStop={index === keys.at}
                      measure={measure}
                    />
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

/** The keys of the rows: which move the tab stop, open a row and check it. */
function useTableKeys<Item>(
  props: DataTableProps<Item>,
  scroll: RefObject<HTMLDivElement | null>,
  reveal: RefObject<(index: number) => void>,
): ReturnType<typeof useRowKeys> {
  const { rows, rowKey, checked } = props;
  return useRowKeys({
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
      props.onChecked?.(next);
    },
  });
}

/** One row; a row that cannot be drawn says so in its place. */
function TableRow<Item>({
  table: { columns, rowKey, rowName, current, onCurrent, onOpen, checked, onChecked, changed },
  item,
  index,
  height,
  span,
  tabStop,
  measure,
}: {
  table: DataTableProps<Item>;
  item: Item;
  index: number;
  /** Px. */
  height: number;
  /** Cells of a row. */
  span: number;
  tabStop: boolean;
  measure: DrawnRows['measure'];
}) {
  const { language } = usePreferences();
  const key = rowKey(item);
  return (
    <PartBoundary
      of={item}
      around={(broken) => (
        <tr
          ref={measure}
          aria-rowindex={index + 2}
          data-index={index}
          tabIndex={tabStop ? 0 : -1}
          style={{ height: height }}
        >
          <td colSpan={span}>{broken}</td>
        </tr>
      )}
    >
      <DataRow
        columns={columns}
        item={item}
        name={rowName?.(item) ?? key}
        index={index}
        height={height}
        tabStop={tabStop}
        current={key === current}
        checked={onChecked && (checked?.has(key) ?? false)}
        changed={changed?.has(key) ?? false}
        openable={(onCurrent ?? onOpen) !== undefined}
        language={language}
        measure={measure}
      />
    </PartBoundary>
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
