import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { m } from '#words/words.ts';
import { Checkbox } from './checkbox.tsx';
import { ink, ring, type } from './ink.ts';
import { usePreferences } from './preferences.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface Column<Item> {
  id: string;
  head: ReactNode;
  cell: (item: Item) => ReactNode;
  /** Numbers stand at the right. */
  align?: 'left' | 'right' | undefined;
  /** CSS width; the column without one takes what is left. */
  width?: string | number | undefined;
  /** A word for a column whose head is not words. */
  headLabel?: string | undefined;
  sortable?: boolean | undefined;
}

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

const Scroll = styled('div')({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  background: ink.surface,
  '& > table': { ...type.table, width: '100%', borderCollapse: 'separate', borderSpacing: 0 },
  '& th': {
    ...type.caption,
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 32,
    padding: '0 10px',
    borderTop: `1px solid ${ink.line}`,
    borderBottom: `1px solid ${ink.line}`,
    background: ink.sunken,
    color: ink.text3,
    fontWeight: 500,
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  '& td': { padding: '0 10px', borderBottom: `1px solid ${ink.line}` },
  '& :is(th, td):first-of-type': { paddingLeft: 'var(--page-padding)' },
  '& :is(th, td):last-of-type': { paddingRight: 'var(--page-padding)' },
  '& :is(th, td).right': { textAlign: 'right' },
  '& td.pick, & th.pick': { width: 1, paddingRight: 0, paddingLeft: 'calc(var(--page-padding) - 5px)' },
  '& td.pick': { position: 'relative' },
  '& .changed-dot': {
    position: 'absolute',
    left: 12,
    top: 'calc(50% - 2px)',
    width: 5,
    height: 5,
    borderRadius: 3,
    background: ink.accent,
  },
  '& td:first-of-type:not(.pick)': { position: 'relative' },
  '& tbody tr': { '--row': ink.surface, background: 'var(--row)' },
  '& tbody tr:hover': { '--row': ink.hover },
  '& tbody tr[aria-current]': { '--row': ink.accentTint, boxShadow: `inset 2px 0 ${ink.accent}` },
  '& tbody tr:focus-visible': { ...ring, outlineOffset: -2 },
  '& tbody tr[data-open]': { cursor: 'pointer' },
  '& th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 24,
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    '& svg': { fontSize: 14 },
    '&:hover': { color: ink.text },
  },
  '& th[aria-sort] button': { color: ink.text2 },
  '& tr.space, & tr.space > td': { padding: 0, border: 0 },
});

/**
 * A long list as a plain table: only the rows in sight are drawn, and it still says how many there are.
 * One row is a tab stop; j k ↑ ↓ Home End move, x checks, Enter opens.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, rowKey, label, total, checked, onChecked, sort, onSort, onEnd } = props;
  const { density } = usePreferences();
  const rowHeight = props.rowHeight ?? (density === 'compact' ? 36 : 45);
  const { scroll, visible, before, after, reveal } = useVirtualRows(rows.length, rowHeight, onEnd);
  const keys = useRowKeys({
    count: rows.length,
    current: rows.findIndex((row) => rowKey(row) === props.current),
    scroll,
    reveal,
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
  const span = columns.length + (onChecked ? 1 : 0);
  const allChecked = rows.length > 0 && rows.every((row) => checked?.has(rowKey(row)));
  return (
    <Scroll ref={scroll} className={props.className} onKeyDown={keys.onKeyDown}>
      <table aria-label={label} aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {onChecked && (
              <th className="pick" scope="col">
                <Checkbox
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
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space height={before} span={span} />}
          {visible.map((index) => {
            const item = rows[index];
            return item === undefined ? null : (
              <DataRow
                key={rowKey(item)}
                {...{ props, item, index, rowHeight }}
                tabStop={index === keys.at}
                onTake={keys.take}
                onToggle={keys.toggle}
              />
            );
          })}
          {after > 0 && <Space height={after} span={span} />}
        </tbody>
      </table>
    </Scroll>
  );
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
}: {
  column: Column<Item>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const direction = sort?.id === column.id ? sort.direction : undefined;
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
          onClick={() => {
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

function DataRow<Item>({
  props,
  item,
  index,
  rowHeight,
  tabStop,
  onTake,
  onToggle,
}: {
  props: DataTableProps<Item>;
  item: Item;
  index: number;
  rowHeight: number;
  tabStop: boolean;
  onTake: (index: number) => void;
  onToggle: (index: number) => void;
}) {
  const key = props.rowKey(item);
  const dot = props.changed?.has(key) ? (
    <span className="changed-dot" role="img" aria-label={m.common_row_changed()} />
  ) : null;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={key === props.current ? 'true' : undefined}
      data-index={index}
      data-open={(props.onCurrent ?? props.onOpen) ? '' : undefined}
      tabIndex={tabStop ? 0 : -1}
      style={{ height: rowHeight }}
      onClick={(event) => {
        // A control inside the row has its own meaning.
        if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
        if (!window.getSelection()?.isCollapsed) return;
        onTake(index);
        (props.onCurrent ?? props.onOpen)?.(key, item);
      }}
      onDoubleClick={() => props.onOpen?.(key, item)}
      onFocus={() => {
        onTake(index);
      }}
    >
      {props.onChecked && (
        <td className="pick">
          {dot}
          <Checkbox
            aria-label={m.common_check_row({ name: props.rowName?.(item) ?? key })}
            checked={props.checked?.has(key) ?? false}
            tabIndex={-1}
            onChange={() => {
              onToggle(index);
            }}
          />
        </td>
      )}
      {props.columns.map((column, at) => (
        <td key={column.id} className={column.align}>
          {at === 0 && !props.onChecked && dot}
          {column.cell(item)}
        </td>
      ))}
    </tr>
  );
}
