import { database } from '../store/database.ts';

/**
 * Ids of the requests that this browser's journal made, of sends and of bulks: none of them is the one that another
 * entry looks for.
 *
 * @param except an entry whose own requests are left out
 */
export async function requestsOfJournal(scope: string, except: string): Promise<ReadonlySet<string>> {
  const db = await database();
  const found = new Set<string>();
  for (const { id, progress } of await db.getAllFromIndex('operations', 'scope', scope))
    if (id !== except && progress.requestId !== undefined) found.add(progress.requestId);
  for (const { id } of await db.getAllFromIndex('bulks', 'scope', scope)) {
    if (id === except) continue;
    const items = await db.getAll('bulkItems', IDBKeyRange.bound([id], [id, []]));
    for (const { progress } of items) if (progress.requestId !== undefined) found.add(progress.requestId);
  }
  return found;
}
