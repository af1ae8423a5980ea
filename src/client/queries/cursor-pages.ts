import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import type { FilterGrammar, Where } from '#contract/filters/filter-grammars.ts';
import type { PageInfo } from '#contract/resources/resources.ts';
import { fitsWhere } from './fits-where.ts';
import { mostPages } from './paging.ts';
import { isUnread } from './reading.ts';

/** The arguments of a cursor list (Rule WI-8). */
export interface CursorAsk {
  readonly where?: Where;
  readonly orderBy: string;
  readonly orderDirection: 'asc' | 'desc';
}

/** Place of a page: after a cursor or before one; neither: the beginning. */
export interface CursorPlace {
  readonly after?: string;
  readonly before?: string;
}

export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly place: CursorPlace;
  /** Cursors of the pages beside it, where there are such. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
  /** There are more, or it cannot be read whether there are, and the service names no way to them. */
  readonly endless: boolean;
  /** Items that do not fit the filter that was sent: a service may ignore arguments it does not know. */
  readonly mismatched: number;
}

export const cursorPageSize = 100;

interface Answer<Item> {
  readonly items?: readonly Item[] | null | undefined;
  readonly pageInfo?: PageInfo | null | undefined;
}

export function readCursorPage<Item extends object>(
  answer: Answer<Item>,
  place: CursorPlace,
  grammar: FilterGrammar,
  where: Where | undefined,
): CursorPage<Item> {
  const items = answer.items ?? [];
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = answer.pageInfo ?? {};
  const next = hasNextPage && endCursor && endCursor !== place.after ? endCursor : undefined;
  const previous = hasPreviousPage && startCursor && startCursor !== place.before ? startCursor : undefined;
  return {
    items,
    place,
    next,
    previous,
    endless:
      next === undefined &&
      (hasNextPage === true ||
        isUnread(answer, 'pageInfo') ||
        isUnread(answer.pageInfo ?? {}, 'hasNextPage')),
    mismatched: where ? items.filter((item) => !fitsWhere(grammar, where, item)).length : 0,
  };
}

const beginning: CursorPlace = {};

/** A cursor list that is read on in both directions from where it begins. */
export function cursorPages<Item extends object>(
  key: QueryKey,
  start: string | undefined,
  read: (place: CursorPlace, signal: AbortSignal) => Promise<CursorPage<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, start ?? null],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: start === undefined ? beginning : { after: start },
    getNextPageParam: ({ next }): CursorPlace | undefined =>
      next === undefined ? undefined : { after: next },
    getPreviousPageParam: ({ previous }): CursorPlace | undefined =>
      previous === undefined ? undefined : { before: previous },
    // Rows already shown do not move: new ones are counted beside the list and shown on request.
    staleTime: Infinity,
    // And for the same reason it is read anew when it is opened again.
    gcTime: 0,
  });
}

export interface WholeCursorList<Item> {
  readonly items: readonly Item[];
  /** Every page was read to the end of the list, and no item came twice. */
  readonly complete: boolean;
  /** An item came twice: the list changed while it was read, and another may be missing. */
  readonly changedWhileReading: boolean;
}

/**
 * Every item of a cursor list, as far as so many. A page that fails fails the whole. A service may name a next page
 * for ever: one that was read already ends the list.
 */
export async function readWholeCursorList<Item extends { id?: unknown }>(
  read: (place: CursorPlace) => Promise<CursorPage<Item>>,
  most: number,
): Promise<WholeCursorList<Item>> {
  const items = new Map<unknown, Item>();
  let sent = 0;
  const whole = (complete: boolean): WholeCursorList<Item> => {
    const changedWhileReading = items.size < sent;
    return { items: [...items.values()], complete: complete && !changedWhileReading, changedWhileReading };
  };
  const walked = new Set<string>();
  let place: CursorPlace = beginning;
  for (;;) {
    const page = await read(place);
    page.items.forEach((item, at) => items.set(item.id ?? `?${sent + at}`, item));
    sent += page.items.length;
    if (page.next === undefined) return whole(!page.endless);
    if (items.size >= most || walked.has(page.next) || walked.size >= mostPages) return whole(false);
    walked.add(page.next);
    place = { after: page.next };
  }
}

/** Items of a page where a list is read to its end. */
const wholePageSize = 1000;
const firstFew = 20;

/**
 * Queries of a cursor list.
 *
 * @param call requests one page from the service
 */
export function cursorList<Item extends { id?: unknown }>(
  key: QueryKey,
  grammar: FilterGrammar,
  call: (query: CursorAsk & CursorPlace & { limit: number }, signal?: AbortSignal) => Promise<Answer<Item>>,
) {
  const read = async (ask: CursorAsk, place: CursorPlace, limit: number, signal?: AbortSignal) =>
    readCursorPage(await call({ ...ask, ...place, limit }, signal), place, grammar, ask.where);
  return {
    key,
    pages: (ask: CursorAsk, start?: string) =>
      cursorPages([...key, 'pages', ask], start, (place, signal) => read(ask, place, cursorPageSize, signal)),
    /** The first few, for seeing whether there are others than before. */
    first: (ask: CursorAsk) =>
      queryOptions({
        queryKey: [...key, 'first', ask],
        queryFn: ({ signal }) => read(ask, {}, firstFew, signal),
        gcTime: 0,
      }),
    whole: (ask: CursorAsk, most: number) =>
      readWholeCursorList((place) => read(ask, place, wholePageSize), most),
  };
}
