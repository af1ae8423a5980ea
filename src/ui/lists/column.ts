import type { ReactNode } from 'react';

/** One column of a `DataTable`. `cell` renders from the row alone: a row that did not change is not rendered again. */
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
  /** Of its head and its cells, beside that of the alignment. */
  className?: string | undefined;
}

/** The classes of the head and of every cell of a column. */
export const classesOf = ({ align, className }: Pick<Column<never>, 'align' | 'className'>) =>
  className && align ? `${align} ${className}` : (className ?? align);

export interface Sort {
  id: string;
  direction: 'asc' | 'desc';
}
