import { queryOptions, useQueries } from '@tanstack/react-query';
import type { OperationName } from '#contract/operations/operations.ts';
import type {
  Certificate,
  Issuer,
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Witness,
} from '#contract/resources/resources.ts';
import { isAbsent } from '../session/capabilities.ts';
import type { Client } from '../http/client.ts';
import { gathering, mostTogether, sideBySide } from './gathering.ts';

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

/** What reads one of a kind, for services that read single ones and do not list them. */
const readOf = {
  listSubjects: 'readSubject',
  listInvites: 'readInvite',
  listCertificates: 'readCertificate',
  listIssuers: 'readIssuer',
  listSignatureRequests: 'readSignatureRequest',
} as const satisfies Partial<Record<HydratedList, OperationName>>;

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
    const results = await readTogether(client, list, ids);
    return new Map(results.flatMap((resource) => (resource.id ? [[resource.id, resource]] : [])));
  });
  loaders.set(list, loader);
  return loader;
};

type Identified = { id?: string | null | undefined };

async function readTogether(
  client: Client,
  list: HydratedList,
  ids: readonly string[],
): Promise<readonly Identified[]> {
  try {
    const query = { _id: { in: [...ids] }, pagination: { page: 1, size: mostTogether } };
    return (await client.call(list, { query })).results ?? [];
  } catch (error) {
    if (!isAbsent(error) || list === 'listWitnesses') throw error;
    const [first, ...rest] = ids;
    if (first === undefined) return [];
    // Where the first cannot be read, the others are not requested: the service may not read single ones either.
    const read = (id: string): Promise<Identified> => client.call(readOf[list], { params: { id } });
    const firstResources = [await read(first)];
    const others = await sideBySide(rest, (id) =>
      read(id).catch((failure: unknown) => {
        if (isAbsent(failure)) return undefined;
        throw failure;
      }),
    );
    return [...firstResources, ...others.filter((one) => one !== undefined)];
  }
}

/** One resource by id, requested together with others. Null: it is missing from the answer. */
export function loadById<L extends HydratedList>(
  client: Client,
  list: L,
  id: string,
): Promise<Hydrated[L] | null> {
  // A list answers resources of its own kind.
  return loaderOf(list)(client, id) as Promise<Hydrated[L] | null>;
}

/** One resource by id; its data is null where the service did not give it. */
export function hydrated<L extends HydratedList>(client: Client, list: L, id: string) {
  return queryOptions({
    queryKey: [client.scope, 'hydrated', list, id],
    queryFn: () => loadById(client, list, id),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/**
 * Resources by id, as far as they are known by now. A screen never waits for them: what is missing is
 * shown as missing until it comes.
 *
 * @param live milliseconds between looks, for resources that change while one looks
 */
export const useHydrated = <L extends HydratedList>(
  client: Client,
  list: L,
  ids: readonly string[],
  live?: number,
): Readonly<Record<string, Hydrated[L]>> => useHydration(client, list, ids, live).known;

/** The same, and whether some of them are still read for the first time, or could not be read. */
export function useHydration<L extends HydratedList>(
  client: Client,
  list: L,
  ids: readonly string[],
  live?: number,
): {
  readonly known: Readonly<Record<string, Hydrated[L]>>;
  readonly isReading: boolean;
  readonly isFailed: boolean;
} {
  const unique = [...new Set(ids)];
  return useQueries({
    queries: unique.map((id) => ({
      ...hydrated(client, list, id),
      ...(live !== undefined && { staleTime: live }),
      refetchInterval: live ?? (false as const),
    })),
    combine: (results) => {
      const known: Record<string, Hydrated[L]> = {};
      results.forEach(({ data }, index) => {
        const id = unique[index];
        if (data && id !== undefined) known[id] = data;
      });
      return {
        known,
        isReading: results.some(({ isLoading }) => isLoading),
        isFailed: results.some(({ error }) => error !== null && !isAbsent(error)),
      };
    },
  });
}
