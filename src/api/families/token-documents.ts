import { queryOptions } from '@tanstack/react-query';
import type { SignatureRequest } from '#contract/resources.ts';
import { isAbsent } from '../capabilities.ts';
import type { Client } from '../client.ts';
import { gathering, mostTogether } from '../gathering.ts';
import { loadById } from '../hydration.ts';

/** What a token stands for, as far as the caller sees it. */
export interface TokenDocument {
  readonly witness: string;
  readonly request: string | undefined;
  readonly name: string | undefined;
  /** Of a debt that is acknowledged: decimal text and its currency. */
  readonly amount: { readonly amount: string; readonly currency: string } | undefined;
}

/** Documents behind tokens: a token's id is the hash of its witness (Rule EN-1). */
export function tokenDocuments(client: Client) {
  return {
    /** Asked for together with others; null: it is not the caller's, or came without a request. */
    of: (token: bigint) =>
      queryOptions({
        queryKey: [client.scope, 'token-documents', String(token)],
        queryFn: () => loadDocument(client, token.toString(16).padStart(64, '0')),
        staleTime: 5 * 60_000,
        retry: false,
      }),
  };
}

const loadDocument = gathering<TokenDocument>(async (client, hashes) => {
  const query = { hash: { in: [...hashes] }, pagination: { page: 1, size: mostTogether } };
  const { results } = await client.call('listWitnesses', { query });
  const found = new Map<string, TokenDocument>();
  await Promise.all(
    (results ?? []).map(async ({ id, hash, signatureRequest: told }) => {
      if (!id || !hash || !hashes.includes(hash)) return;
      const request = told?.name || !told?.id ? told : ((await nameless(client, told.id)) ?? told);
      found.set(hash, {
        witness: id,
        request: request?.id ?? undefined,
        name: request?.name ?? undefined,
        amount: amountOf(request),
      });
    }),
  );
  return found;
});

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
