import type { Column } from '#ui/lists/column.ts';
import type { Preferences } from '#ui/theme/preferences.tsx';
import { m } from '#i18n/messages.ts';
import type { CustodyEvent } from './custody.ts';

export const headHeight = 32;
const borders = 2;
const mostRows = 12;

export const rowHeightOf = (isPhone: boolean, density: Preferences['density']): number =>
  isPhone ? 64 : density === 'compact' ? 36 : 45;

/** Height of the box of a table of so many events, in pixels. */
export const boxHeightOf = (rowHeight: number, count: number): number =>
  headHeight + Math.min(mostRows, Math.max(1, count)) * rowHeight + borders;

type ColumnName = 'number' | 'when' | 'from' | 'to' | 'block' | 'link';
type EventColumn = Omit<Column<CustodyEvent>, 'cell'> & { readonly id: ColumnName };

/** The columns of the table of events, without what is in their cells. */
export function eventColumns(isPhone: boolean): EventColumn[] {
  const number: EventColumn = { id: 'number', head: '#', headLabel: m.tokens_column_number(), width: 56 };
  const link: EventColumn = { id: 'link', head: m.tokens_column_link(), width: isPhone ? undefined : 168 };
  if (isPhone) return [number, { id: 'to', head: m.tokens_column_to() }, link];
  return [
    number,
    { id: 'when', head: m.tokens_column_when(), width: 150 },
    { id: 'from', head: m.tokens_column_from(), width: '24%' },
    { id: 'to', head: m.tokens_column_to(), width: '27%' },
    { id: 'block', head: m.tokens_column_block(), width: 100 },
    link,
  ];
}
