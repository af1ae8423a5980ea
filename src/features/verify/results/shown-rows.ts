/** Which rows are shown, and in which order: stored in the address, but for the search, which may hold a name. */
import { plainText } from '#ui/formats/plain-text.ts';
import type { Sort } from '#ui/lists/data-table.tsx';
import { itemStates, stateOf, type Item, type ItemState } from '../run/item.ts';

export interface Show {
  readonly state: ItemState | undefined;
  readonly search: string;
  readonly sort: Sort | undefined;
}

const stateNames: Readonly<Record<ItemState, string>> = {
  PASSED: 'passed',
  WARNED: 'warned',
  FAILED: 'failed',
  INDETERMINATE: 'indeterminate',
  RUNNING: 'running',
  NOT_RUN: 'stopped',
};
const sortable = ['verdict', 'item', 'kind'];

export function readShow(address: URLSearchParams, search: string): Show {
  const state = itemStates.find((one) => stateNames[one] === address.get('show'));
  const [id = '', direction] = (address.get('sort') ?? '').split('.');
  return {
    state,
    search,
    sort: sortable.includes(id) ? { id, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined,
  };
}

export const stateName = (state: ItemState | undefined): string | undefined => state && stateNames[state];

export const sortName = (sort: Sort | undefined): string | undefined =>
  sort && `${sort.id}.${sort.direction}`;

/** Number of the row in the address; undefined when it names none. */
export function rowIn(address: URLSearchParams): number | undefined {
  const row = address.get('row') ?? '';
  return /^[1-9]\d{0,8}$/.test(row) ? Number(row) : undefined;
}

/** Failures first when sorted by verdict: they are what is looked for. */
const order: Readonly<Record<ItemState, number>> = {
  FAILED: 0,
  INDETERMINATE: 1,
  NOT_RUN: 2,
  WARNED: 3,
  PASSED: 4,
  RUNNING: 5,
};

const collator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' });

export function shownItems(items: readonly Item[], { state, search, sort }: Show): readonly Item[] {
  const wanted = plainText(search.trim());
  const found = items.filter(
    (item) =>
      (state === undefined || stateOf(item) === state) &&
      (wanted === '' ||
        plainText(item.name).includes(wanted) ||
        (item.sha256?.includes(bare(wanted)) ?? false)),
  );
  if (sort === undefined) return found;
  const sign = sort.direction === 'desc' ? -1 : 1;
  return found.sort((a, b) => sign * compare(a, b, sort.id) || a.id - b.id);
}

function compare(a: Item, b: Item, by: string): number {
  if (by === 'item') return collator.compare(a.name, b.name);
  if (by === 'kind') return collator.compare(a.kind ?? '~', b.kind ?? '~');
  return order[stateOf(a)] - order[stateOf(b)];
}

const bare = (text: string): string => text.replace(/^0x/, '');
