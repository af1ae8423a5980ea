import { isoOf } from '#clock/instants.ts';
import type { Results } from '#contract/resources/envelopes.ts';

/** One page of a list as the screens use it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Total number of items that the service reports; undefined when it does not. */
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
 * Whether an item matches the arguments that can be evaluated from the item alone: dates,
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

interface Dated {
  readonly createdAt?: string | null | undefined;
}

/** The part of a filter that decides which items there are, and in which order. */
export interface DatedFilter {
  readonly createdAt?: { readonly lte?: string | undefined } | undefined;
  readonly sort?: { readonly field: 'createdAt' | 'updatedAt'; readonly order: 'asc' | 'desc' } | undefined;
}

/** The order of lists unless another one is requested. */
const newestFirst = { field: 'createdAt', order: 'desc' } as const;

/**
 * A filter limited to what existed when the newest item was made, so that what is made while all pages are read does
 * not shift them.
 *
 * @param newest the service's time of it, ISO 8601
 */
export function pinnedTo<Filter extends DatedFilter>(filter: Filter, newest: string | undefined): Filter {
  const at = newest ? Date.parse(newest) : NaN;
  if (Number.isNaN(at)) return filter;
  // Services may keep finer fractions than they tell.
  const lte = isoOf(at + 1);
  const requested = filter.createdAt?.lte;
  return {
    ...filter,
    createdAt: { ...filter.createdAt, lte: requested && requested < lte ? requested : lte },
  };
}

/**
 * The filter for the pages after the first, limited to the newest item that the service has by then. Its time is the
 * service's: the clock of this device may be behind, and would hide what was made since.
 *
 * @param readOne one page of one item, for lists that do not begin with the newest
 */
export async function pinnedAfterFirst<Filter extends DatedFilter, T extends Dated>(
  filter: Filter,
  first: Page<T>,
  readOne: (filter: Filter) => Promise<Page<T>>,
): Promise<Filter> {
  const { field, order } = filter.sort ?? newestFirst;
  const times = first.items.map(({ createdAt }) => Date.parse(createdAt ?? ''));
  const beginsWithNewest =
    field === newestFirst.field &&
    order === newestFirst.order &&
    times.every((time, at) => at === 0 || time <= (times[at - 1] ?? NaN));
  const newest = beginsWithNewest ? first : await readOne({ ...filter, sort: newestFirst });
  return pinnedTo(filter, newest.items[0]?.createdAt ?? undefined);
}

/** Every item of a list, read page by page. */
export interface CompleteList<T> {
  /** Each once: a list that changes while it is read may send one item twice. */
  readonly items: readonly T[];
  readonly count: number | undefined;
  /** Whether the list is complete: every page was read, and the service counts as many items. */
  readonly complete: boolean;
  /** The items do not fit the count, or the count changed between pages: the list changed while it was read. */
  readonly changedWhileReading: boolean;
}

/**
 * Compares what was read of a list with what the service counts.
 *
 * @param ended the service names no further page
 */
export function compareWithCount<T extends { id?: string | null | undefined }>(
  pages: readonly Page<T>[],
  ended: boolean,
): CompleteList<T> {
  const sent = pages.flatMap((page) => page.items);
  const items = uniqueById(sent);
  const counts = pages.flatMap((page) => page.count ?? []);
  const count = counts.at(-1);
  // Without a count it is unknown whether a repeated item took the place of another.
  const fits = count === undefined ? items.length === sent.length : counts.every((one) => one === count);
  return {
    items,
    count,
    complete: ended && fits && (count === undefined || count === items.length),
    changedWhileReading: !fits || (ended && count !== undefined && count !== items.length),
  };
}

/** Items by their first appearance, with what the last one says; one without an id is not known to be another's. */
export function uniqueById<T extends { id?: string | null | undefined }>(items: readonly T[]): readonly T[] {
  const byId = new Map<string, T>();
  items.forEach((item, at) => byId.set(item.id ?? `?${at}`, item));
  return [...byId.values()];
}

/** Walks all pages of a list as `readWhole` does, limited to what there was at the first. */
export async function readPinned<
  Filter extends DatedFilter,
  T extends Dated & { id?: string | null | undefined },
>(
  filter: Filter,
  readOne: (filter: Filter, page: number, size: number) => Promise<Page<T>>,
  { size, most }: { size: number; most: number },
): Promise<CompleteList<T>> {
  let rest = filter;
  return readWhole<T>(async (page) => {
    const read = await readOne(page === 1 ? filter : rest, page, size);
    if (page === 1 && read.nextPage !== undefined && read.items.length < most)
      rest = await pinnedAfterFirst(filter, read, (newest) => readOne(newest, 1, 1));
    return read;
  }, most);
}

/**
 * Walks all pages of a list, removing duplicates by id.
 *
 * @param most stop after this many items (the screens show what is missing)
 */
export async function readWhole<T extends { id?: string | null | undefined }>(
  readOne: (page: number) => Promise<Page<T>>,
  most = 10_000,
): Promise<CompleteList<T>> {
  const pages: Page<T>[] = [];
  const ids = new Set<string>();
  let page: number | undefined = 1;
  let size = 0;
  let idle = 0;
  while (page !== undefined && size < most && pages.length < mostPages && idle < mostIdle) {
    const read: Page<T> = await readOne(page);
    const before = size;
    for (const { id } of read.items) {
      if (id != null && ids.has(id)) continue;
      if (id != null) ids.add(id);
      size += 1;
    }
    idle = size > before ? 0 : idle + 1;
    pages.push(read);
    page = read.nextPage;
  }
  return compareWithCount(pages, page === undefined);
}
