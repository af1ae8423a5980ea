import { database } from '../store/database.ts';
import { listRecords, readRecords } from '../store/records.ts';

/**
 * Ids of the requests that this browser's journal made, of sends and of bulks: none of them is the one that another
 * entry looks for.
 *
 * @param except an entry whose own requests are left out
 */
export async function listMadeRequests(scope: string, except: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { id, progress } of await listRecords('operations', scope))
    if (id !== except && progress.requestId !== undefined) found.add(progress.requestId);
  for (const { id } of await listRecords('bulks', scope)) {
    if (id === except) continue;
    const items = await (await database()).getAll('bulkItems', IDBKeyRange.bound([id], [id, []]));
    for (const { progress } of readRecords('bulkItems', items))
      if (progress.requestId !== undefined) found.add(progress.requestId);
  }
  return found;
}
