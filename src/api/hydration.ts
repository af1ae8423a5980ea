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
import { gathering, mostTogether } from './gathering.ts';

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

type Loader = (client: Client, id: string) => Promise<object | null>;
const loaders = new Map<HydratedList, Loader>();

/** Those that are missing together are one call, `_id {"in":[…]}`. */
const loaderOf = (list: HydratedList): Loader => {
  const known = loaders.get(list);
  if (known) return known;
  const loader = gathering<object>(async (client, ids) => {
    const answer = await client.call(list, {
      query: { _id: { in: [...ids] }, pagination: { page: 1, size: mostTogether } },
    });
    const results: readonly { id?: string | null | undefined }[] = answer.results ?? [];
    return new Map(results.flatMap((found) => (found.id ? [[found.id, found]] : [])));
  });
  loaders.set(list, loader);
  return loader;
};

/** One resource by id, asked for together with others. Null: the service did not give it. */
export function loadById<L extends HydratedList>(
  client: Client,
  list: L,
  id: string,
): Promise<Hydrated[L] | null> {
  // The list that is asked for answers resources of its own kind.
  return loaderOf(list)(client, id) as Promise<Hydrated[L] | null>;
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
