import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { database } from './database.ts';
import type { SavedView } from './record-shapes.ts';
import { listRecords } from './records.ts';

/** The saved views of a scope, oldest first: a new name or address moves none. */
export function savedViews(scope: string) {
  const key = [scope, 'saved-views'] as const;
  return {
    key,
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (): Promise<readonly SavedView[]> =>
          (await listRecords('savedViews', scope)).sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
        staleTime: 0,
      }),
    write: async (view: SavedView): Promise<void> => {
      await (await database()).put('savedViews', view);
    },
    remove: async (id: string): Promise<void> => (await database()).delete('savedViews', id),
  };
}

export function newSavedView(scope: string, name: string, address: string): SavedView {
  return { id: crypto.randomUUID(), scope, name, address, createdAt: currentTime().toISOString() };
}
