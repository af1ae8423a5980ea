import { readFilter, writeFilter } from '../filter/address.ts';
import { listNames, type ListName } from '../filter/fields.ts';
import { isEverything, type Group } from '../filter/tree.ts';

/** Columns that the lists are ordered by, and how the address calls them. */
const orders = { time: 'timestamp', network: 'network', token: { events: 'digest', tokens: 'id' } } as const;
export type OrderName = keyof typeof orders;

export interface Order {
  readonly by: OrderName;
  readonly direction: 'asc' | 'desc';
}

/** What the page shows: all of it stands in the address. */
export interface EndorsementsView {
  readonly list: ListName;
  readonly filter: Group;
  readonly order: Order;
  /** Where the list begins: the cursor behind which the first row in sight stands. */
  readonly after: string | undefined;
  /** Parts of the address that say nothing, as `view=tokenz`. */
  readonly nonsense: readonly string[];
}

/** Whether the address leaves it to the page what is shown. */
export const isBare = (search: string): boolean => new URLSearchParams(search).size === 0;

export const newestFirst: Order = { by: 'time', direction: 'desc' };

export function readView(search: string): EndorsementsView {
  const params = new URLSearchParams(search);
  const nonsense: string[] = [];
  const listParam = params.get('view');
  const list = listNames.find((name) => name === listParam) ?? 'events';
  if (listParam !== null && listParam !== list) nonsense.push(`view=${listParam}`);
  const orderParam = params.get('order');
  const order = orderParam === null ? newestFirst : readOrder(orderParam);
  if (!order) nonsense.push(`order=${orderParam ?? ''}`);
  const after = params.get('after');
  return {
    list,
    filter: readFilter(list, params.get('where') ?? ''),
    order: order ?? newestFirst,
    after: after === null || after === '' ? undefined : after,
    nonsense,
  };
}

/** The query of the address, without the question mark: readable, and the same for the same view. */
export function writeView({ list, filter, order, after }: Omit<EndorsementsView, 'nonsense'>): string {
  const parts: string[] = [];
  const put = (name: string, value: string): void => {
    parts.push(`${name}=${readable(value)}`);
  };
  // First, so that its last parenthesis is not the end of the address: programs that find links in text cut it off.
  if (!isEverything(filter)) put('where', writeFilter(list, filter));
  if (order.by !== newestFirst.by || order.direction !== newestFirst.direction)
    put('order', `${order.direction === 'desc' ? '-' : ''}${order.by}`);
  if (after !== undefined) put('after', after);
  // Always there: an address without it does not say what is shown.
  put('view', list);
  return parts.join('&');
}

/** The column of the interface behind an order. */
export function columnOf(list: ListName, { by }: Order): string {
  const column = orders[by];
  return typeof column === 'string' ? column : column[list];
}

function readOrder(text: string): Order | undefined {
  const parts = /^(-?)([a-z]+)$/.exec(text);
  const by = Object.keys(orders).find((name): name is OrderName => name === parts?.[2]);
  return by && { by, direction: parts?.[1] === '-' ? 'desc' : 'asc' };
}

/** Encodes what an address must not hold, and nothing that a query may hold as it is (RFC 3986 §3.4). */
const readable = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:3A|3B|2C|3D|40|2F|3F|21|24)/g, decodeURIComponent);
