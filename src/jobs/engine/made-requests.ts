import { bulks } from '../bulk/bulks.ts';
import { sends } from '../send/sends.ts';

/**
 * Ids of the requests that stored sends and bulks of this browser made: none of them is the one that another job looks
 * for.
 *
 * @param except a job whose own requests are left out
 */
export async function listMadeRequests(scope: string, except: string): Promise<ReadonlySet<string>> {
  const store = bulks(scope);
  const isOther = ({ id }: { readonly id: string }): boolean => id !== except;
  const jobs = (await store.list()).filter(isOther);
  const items = await Promise.all(jobs.map(({ id }) => store.listItems(id)));
  const single = (await sends(scope).list()).filter(isOther);
  return new Set([...single, ...items.flat()].flatMap(({ progress }) => progress.requestId ?? []));
}
