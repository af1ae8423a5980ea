import type { Results } from '#contract/envelopes.ts';

/** One page of a list as the screens use it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** How many there are in all, as the service says; undefined when it does not. */
  readonly count: number | undefined;
  readonly page: number;
  readonly nextPage: number | undefined;
  /** Items that do not match the filter that was sent: a service may ignore arguments it does not know. */
  readonly mismatched: number;
}

export function readPage<T extends object>(
  answer: Results<T>,
  page: number,
  query: Readonly<Record<string, unknown>> = {},
): Page<T> {
  const items = answer.results ?? [];
  const next = Number(answer.info?.next ?? NaN);
  const pages = answer.info?.pages ?? undefined;
  const nextPage =
    Number.isInteger(next) && next > page ? next : pages !== undefined && page < pages ? page + 1 : undefined;
  return {
    items,
    count: answer.info?.count ?? undefined,
    page,
    nextPage: items.length === 0 ? undefined : nextPage,
    mismatched: items.filter((item) => !matches(item, query)).length,
  };
}

/**
 * Whether an item is what was asked for, by the arguments that can be judged from the item alone: dates,
 * flags and matches on its own scalar fields or on the id of a nested resource.
 */
export function matches(item: object, query: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(query).every(([name, filter]) => {
    if (
      filter === undefined ||
      ['sort', 'pagination', 'accessScope', 'search', 'type', 'claimable'].includes(name)
    )
      return true;
    const value: unknown = (item as Record<string, unknown>)[name === '_id' ? 'id' : name];
    if (typeof filter === 'boolean') return value === undefined || value === null || value === filter;
    if (typeof filter !== 'object' || filter === null) return true;
    const own = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
    if (typeof own !== 'string') return true;
    return fits(own, filter);
  });
}

function fits(value: string, filter: object): boolean {
  const { eq, ne, in: list, nin, gte, lte } = filter as Record<string, unknown>;
  const same = (other: unknown): boolean => typeof other === 'string' && bare(other) === bare(value);
  if (eq !== undefined && !same(eq)) return false;
  if (ne !== undefined && same(ne)) return false;
  if (Array.isArray(list) && !list.some(same)) return false;
  if (Array.isArray(nin) && nin.some(same)) return false;
  if (typeof gte === 'string' && Date.parse(value) < Date.parse(gte)) return false;
  return !(typeof lte === 'string' && Date.parse(value) > Date.parse(lte));
}

const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');

/**
 * Pages of one list that are read, and how many in a row may bring nothing that was not there: a service may name a
 * next page for ever.
 */
export const mostPages = 300;
const mostIdle = 3;

/** Every item of a list, read page by page. */
export interface Whole<T> {
  readonly items: readonly T[];
  readonly count: number | undefined;
  /** The count at the end is not what was read: the list changed while it was read. */
  readonly changedWhileReading: boolean;
}

/**
 * Walks all pages of a list, removing duplicates by id. The caller pins `createdAt.lte` to the start, so
 * that newer rows do not shift pages.
 *
 * @param most stop after this many items (the screens show what is missing)
 */
export async function readWhole<T extends { id?: string | null | undefined }>(
  readOne: (page: number) => Promise<Page<T>>,
  most = 10_000,
): Promise<Whole<T>> {
  const byId = new Map<string, T>();
  let page: number | undefined = 1;
  let count: number | undefined;
  let idle = 0;
  for (
    let pages = 0;
    page !== undefined && byId.size < most && pages < mostPages && idle < mostIdle;
    pages += 1
  ) {
    const read: Page<T> = await readOne(page);
    const before = byId.size;
    for (const item of read.items) byId.set(item.id ?? `?${byId.size}`, item);
    idle = byId.size > before ? 0 : idle + 1;
    count = read.count;
    page = read.nextPage;
  }
  return {
    items: [...byId.values()],
    count,
    changedWhileReading: count !== undefined && page === undefined && count !== byId.size,
  };
}
