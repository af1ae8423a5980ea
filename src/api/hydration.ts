import { useQueries } from '@tanstack/react-query';
import type {
  Certificate,
  Issuer,
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Witness,
} from '#contract/resources.ts';
import type { Client } from './client.ts';

/** Resources that may arrive as `{id}` inside others (Rule WI-14), and the list that gives them whole. */
interface Hydrated {
  listSubjects: Subject;
  listInvites: SignatureRequestInvite;
  listWitnesses: Witness;
  listCertificates: Certificate;
  listIssuers: Issuer;
  listSignatureRequests: SignatureRequest;
}
export type HydratedList = keyof Hydrated;

/** Whether a nested resource holds nothing but its id. */
export function isStub(resource: object | null | undefined): resource is { id: string } {
  return (
    !!resource && 'id' in resource && typeof resource.id === 'string' && Object.keys(resource).length === 1
  );
}

/** Calls for single resources that come close together are made as one, `_id {"in":[…]}`. */
const gatherMilliseconds = 15;
const mostTogether = 100;

type Waiting = Map<string, { resolve: (found: object | null) => void; reject: (error: unknown) => void }[]>;

const gathering = new WeakMap<Client, Map<HydratedList, Waiting>>();

/** One resource by id, asked for together with others. Null: the service did not give it. */
export function loadById<L extends HydratedList>(
  client: Client,
  list: L,
  id: string,
): Promise<Hydrated[L] | null> {
  const waiting = gatheringFor(client, list);
  return new Promise((resolve, reject) => {
    // The list that is asked for answers resources of its own kind.
    const settle = { resolve: (found: object | null) => resolve(found as Hydrated[L] | null), reject };
    waiting.set(id, [...(waiting.get(id) ?? []), settle]);
  });
}

function gatheringFor(client: Client, list: HydratedList): Waiting {
  const lists = gathering.get(client) ?? new Map<HydratedList, Waiting>();
  gathering.set(client, lists);
  const open = lists.get(list);
  if (open) return open;
  const waiting: Waiting = new Map();
  lists.set(list, waiting);
  setTimeout(() => {
    lists.delete(list);
    void loadGathered(client, list, waiting);
  }, gatherMilliseconds);
  return waiting;
}

async function loadGathered(client: Client, list: HydratedList, waiting: Waiting): Promise<void> {
  const ids = [...waiting.keys()];
  for (let from = 0; from < ids.length; from += mostTogether) {
    const some = ids.slice(from, from + mostTogether);
    try {
      const answer = await client.call(list, {
        query: { _id: { in: some }, pagination: { page: 1, size: mostTogether } },
      });
      const results: readonly { id?: string | null | undefined }[] = answer.results ?? [];
      const byId = new Map(results.map((found) => [found.id, found]));
      for (const id of some) waiting.get(id)?.forEach(({ resolve }) => resolve(byId.get(id) ?? null));
    } catch (error) {
      for (const id of some) waiting.get(id)?.forEach(({ reject }) => reject(error));
    }
  }
}

/**
 * Resources by id, as far as they are known by now. A screen never waits for them: what is missing is
 * shown as missing until it comes.
 *
 * @param live milliseconds between looks, for resources that change while one looks
 */
export function useHydrated<L extends HydratedList>(
  client: Client,
  list: L,
  ids: readonly string[],
  live?: number,
): Readonly<Record<string, Hydrated[L]>> {
  const unique = [...new Set(ids)];
  return useQueries({
    queries: unique.map((id) => ({
      queryKey: [client.scope, 'hydrated', list, id],
      queryFn: () => loadById(client, list, id),
      staleTime: live ?? 5 * 60_000,
      refetchInterval: live ?? (false as const),
      retry: false,
    })),
    combine: (results) => {
      const known: Record<string, Hydrated[L]> = {};
      results.forEach(({ data }, index) => {
        const id = unique[index];
        if (data && id !== undefined) known[id] = data;
      });
      return known;
    },
  });
}
