import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { readBase64 } from '#proofs/encoding/bytes.ts';
import type { InviteFacts, WitnessFacts } from '#proofs/evidence/facts.ts';
import * as material from '#proofs/testing/case-material.ts';

/** Ids of the resources that the service below tells. */
export const ids = {
  witness: '1'.repeat(24),
  request: '2'.repeat(24),
  invites: ['3'.repeat(24), '4'.repeat(24)],
  owner: '5'.repeat(24),
} as const;

const page = (results: readonly object[]): Response =>
  json({ results, info: { id: 'list', count: results.length, pages: 1, next: null, prev: null } });

const missing = (): Response =>
  json({ errors: [{ message: 'Not found', extensions: { code: 'NOT_FOUND', http: { status: 404 } } }] }, 404);

/** A witness as the interface tells it: no token bytes, the third party's proof under its documented name. */
export function witnessResource(
  id: string,
  { nom151, merkleized, external, initialOwner: _, ...rest }: WitnessFacts,
) {
  const { token: _individual, ...individual } = nom151 ?? {};
  const { token: ofRoot, ...inclusion } = merkleized ?? {};
  return {
    id,
    ...rest,
    ...(nom151 && { nom151: individual }),
    ...(merkleized && { merkleized: { ...inclusion, ...(ofRoot && { nom151Provider: 'TESTIGO-SANDBOX' }) } }),
    ...(external && { witnessExternal: { ...external, leafIndex: external.leafIndex?.toString() } }),
    ...(rest.endorsable && { endorsable: { ...rest.endorsable, id: rest.endorsable.id?.toString() } }),
  };
}

export function inviteResource(id: string, { certificate, subject, witness, ...rest }: InviteFacts) {
  return {
    ...rest,
    id,
    subject: { id: `9${id.slice(1)}`, ...subject },
    certificate: {
      id: `8${id.slice(1)}`,
      certificatePem: certificate?.pem,
      hash: certificate?.hash,
      revoked: certificate?.revoked,
      issuer: { id: `7${id.slice(1)}`, certificatePem: certificate?.issuerPem },
    },
    ...(witness && { witness: witnessResource(`6${id.slice(1)}`, witness) }),
  };
}

/**
 * A service that holds the case of the proofs' own tests, reported as the interface tells it: one request with its
 * document, two signatures, tokens, events. `answer` may take over any request.
 *
 * @param change bends the facts before they are answered
 */
export function caseService(
  change: { witness?: Partial<WitnessFacts>; invite?: Partial<InviteFacts> } = {},
  answer: (
    seen: RecordedRequest,
    path: string,
  ) => Response | undefined | Promise<Response | undefined> = () => undefined,
) {
  const witness: WitnessFacts = { ...material.documentWitness, ...change.witness };
  const invites = (material.evidence.invites ?? []).map((one) => ({ ...one, ...change.invite }));
  const reported = {
    ...witnessResource(ids.witness, witness),
    initialOwner: { id: ids.owner, commonName: 'Ana', EVMAddress: witness.initialOwner },
  };
  const request = {
    id: ids.request,
    name: 'Contrato de compraventa',
    draft: false,
    finalized: true,
    content: { raw: 'documents/contract.txt' },
    witness: reported,
    invites: invites.map((one, at) => inviteResource(ids.invites[at] ?? '', one)),
  };
  const tokens = new Map(
    [witness, ...invites.map((one) => one.witness)].flatMap((one) => [
      [one?.hash, one?.nom151?.token] as const,
      [one?.merkleized?.merkleRoot, one?.merkleized?.token] as const,
    ]),
  );
  return fakeFetch(async (seen) => {
    const path = decodeURIComponent(seen.url.pathname).replace('/rest/v1', '');
    const own = await answer(seen, path);
    if (own) return own;
    if (path === '/witnesses') return page([{ ...reported, signatureRequest: { id: ids.request } }]);
    if (path === '/signature-requests') return page([request]);
    if (path === `/signature-request/${ids.request}`) return json(request);
    if (path === '/content/documents/contract.txt') return new Response(material.document.slice());
    if (path === '/endorse-events') return json(eventsPage());
    if (path === `/endorsable/${tokenOf(witness)}`)
      return json({ ...reported.endorsable, witness: { id: ids.witness } });
    if (path === '/nom151-token') {
      const token = tokens.get(seen.url.searchParams.get('hash') ?? '');
      return token === undefined ? missing() : new Response(readBase64(token, 'token'));
    }
    if (path === '/organizations') return page([{ id: 'a'.repeat(24), name: 'Grupo Ceibal' }]);
    if (path.startsWith('/sandbox')) return missing();
    return page([]);
  });
}

/** The id of the token of a witness, as it stands in addresses. */
export const tokenOf = ({ hash }: Pick<WitnessFacts, 'hash'>): string => BigInt(`0x${hash}`).toString();

function eventsPage() {
  const items = (material.evidence.events?.items ?? []).map(({ from, to, digest, ...rest }) => ({
    ...rest,
    fromId: from,
    toId: to,
    digest: digest.toString(),
  }));
  return {
    items,
    pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null },
  };
}
