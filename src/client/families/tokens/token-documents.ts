import { queryOptions } from '@tanstack/react-query';
import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { isAbsent } from '../../session/capabilities.ts';
import type { Client } from '../../http/client.ts';
import { gathering, mostTogether } from '../../queries/gathering.ts';
import { loadById } from '../../queries/hydration.ts';

/** The document behind a token, as far as the caller may see it. */
export interface TokenDocument {
  readonly witness: string;
  readonly request: string | undefined;
  readonly name: string | undefined;
  /** Amount of an acknowledged debt: decimal text and its currency. */
  readonly amount: { readonly amount: string; readonly currency: string } | undefined;
}

/** Documents behind tokens: a token's id is the hash of its witness (Rule EN-1). */
export function tokenDocuments(client: Client) {
  return {
    /**
     * Requested together with others. Null: the service answered no witness to this caller.
     *
     * @param organization whose witnesses alone are looked at, for a caller who acts for several
     */
    of: (token: bigint, organization = '') =>
      queryOptions({
        queryKey: [client.scope, 'token-documents', String(token), organization],
        queryFn: () => loadDocument(client, `${organization}/${token.toString(16).padStart(64, '0')}`),
        staleTime: 5 * 60_000,
        retry: false,
      }),
  };
}

/** Loads documents by `organization/hash`. */
const loadDocument = gathering<TokenDocument>(async (client, keys) => {
  const organizations = [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))];
  const entries = await Promise.all(
    organizations.map(async (organization) => {
      const start = `${organization}/`;
      const hashes = keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
      const documents = await documentsOf(client, hashes, organization);
      return [...documents].map(([hash, document]) => [`${organization}/${hash}`, document] as const);
    }),
  );
  return new Map(entries.flat());
});

async function documentsOf(
  client: Client,
  hashes: readonly string[],
  organization: string,
): Promise<ReadonlyMap<string, TokenDocument>> {
  const answered = await witnessesOf(client, hashes, organization);
  const answeredHashes = new Set(answered.map(hashOf));
  // A hash may have several witnesses: a full page may have left some hash out, which says nothing of it.
  const left = answered.length < mostTogether ? [] : hashes.filter((hash) => !answeredHashes.has(hash));
  const apart = await Promise.all(left.map((hash) => witnessesOf(client, [hash], organization)));
  const documents = new Map<string, TokenDocument>();
  await Promise.all(
    [...answered, ...apart.flat()].map(async (witness) => {
      const document = await documentOf(client, witness);
      const hash = hashOf(witness);
      if (document && (documents.get(hash)?.name === undefined || document.name !== undefined))
        documents.set(hash, document);
    }),
  );
  return documents;
}

/** @throws Error where the answer is not about these hashes: what is not in it may still be there */
async function witnessesOf(
  client: Client,
  hashes: readonly string[],
  organization: string,
): Promise<readonly Witness[]> {
  const query = {
    ...(organization ? { organization: { eq: organization } } : {}),
    hash: { in: [...hashes] },
    pagination: { page: 1, size: mostTogether },
  };
  const { results } = await client.call('listWitnesses', { query });
  const unexpected = (results ?? []).filter((witness) => witness.hash && !hashes.includes(hashOf(witness)));
  if (unexpected.length > 0) throw new Error('The service answered with witnesses of other hashes.');
  return results ?? [];
}

/** Services write hashes with and without `0x`, in either case. */
const hashOf = ({ hash }: Witness): string => (hash ?? '').toLowerCase().replace(/^0x/, '');

async function documentOf(
  client: Client,
  { id, signatureRequest: embedded }: Witness,
): Promise<TokenDocument | undefined> {
  if (!id) return undefined;
  const request =
    embedded?.name || !embedded?.id ? embedded : ((await nameless(client, embedded.id)) ?? embedded);
  return {
    witness: id,
    request: request?.id ?? undefined,
    name: request?.name ?? undefined,
    amount: amountOf(request),
  };
}

function amountOf(request: SignatureRequest | null | undefined): TokenDocument['amount'] {
  const { amount, currency } = request?.content ?? {};
  return amount != null && currency ? { amount: String(amount), currency } : undefined;
}

/** A request of which only the id came, where the service lists requests. */
async function nameless(client: Client, id: string) {
  try {
    return await loadById(client, 'listSignatureRequests', id);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
