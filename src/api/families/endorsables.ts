import { queryOptions } from '@tanstack/react-query';
import type { Endorsable } from '#contract/resources.ts';
import { endorsableGrammar } from '#contract/filter-grammars.ts';
import type { Client } from '../client.ts';
import {
  cursorPages,
  cursorPageSize,
  readCursorPage,
  readWholeCursorList,
  type CursorAsk,
  type CursorPlace,
} from '../cursor-pages.ts';

const pageSize = 1000;
const firstFew = 20;

/** Tokens, as the service tells them. */
export function endorsables(client: Client) {
  const key = [client.scope, 'endorsables'] as const;
  const read = async (ask: CursorAsk, place: CursorPlace, limit: number, signal?: AbortSignal) => {
    const answer = await client.call('listEndorsables', { query: { ...ask, ...place, limit }, signal });
    return readCursorPage(answer, place, endorsableGrammar, ask.where);
  };
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
    whole: (ask: CursorAsk, most: number) => readWholeCursorList((place) => read(ask, place, pageSize), most),
    /** @param id a whole number without leading zeros */
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }): Promise<Endorsable> =>
          client.call('readEndorsable', { params: { id }, signal }),
      }),
  };
}
