/**
 * What of evidence may leave in a file. Everything is read anew by the readers of `proofs`, which take the members
 * that they know and nothing else, so that what a service sends beside them (keys to a request, tokens of a
 * telephone) cannot come along; answers of nodes keep the host and a reason, never an address or a node's own text.
 */
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { optionalMember, place } from '#proofs/encoding/fields.ts';
import { canonicalJson, readJson, type Json } from '#proofs/encoding/json.ts';
import {
  readReportedCertificate,
  readEventFacts,
  readInviteFacts,
  readWitnessFacts,
} from '#proofs/evidence/read-facts.ts';
import { readExchanges } from '#proofs/evidence/read-rpc.ts';
import type { RpcExchange } from '#proofs/chain/rpc.ts';

/** Evidence carries a private key: somebody gave a file with both. Nothing of it is exported. */
export class PrivateKeyInEvidence extends Error {
  override readonly name = 'PrivateKeyInEvidence';
}

/**
 * @throws PrivateKeyInEvidence
 * @throws ProofError where evidence is of no readable form
 */
export function exportableEvidence(evidence: Evidence): Evidence {
  const { witness, signature: witnessed, invites, events, certificate, ocspResponse, stamp } = evidence;
  const { certificates, signers, responses, declaredExchanges, unloaded } = evidence;
  return {
    ...(witness && { witness: readWitnessFacts(plain(witness)) }),
    // Even where its bytes are not at hand: without it, a witness of a signature would become one of a document.
    ...(witnessed && {
      signature: optionalMember('signature', witnessed.signature && withoutKey(witnessed.signature)),
    }),
    ...(invites && { invites: invites.map((one, at) => readInviteFacts(plain(one), `invites[${at}]`)) }),
    ...(unloaded && { unloaded }),
    ...(events && { events: readEventFacts(plain(events)) }),
    ...(certificate !== undefined && { certificate: withoutKey(certificate) }),
    ...(ocspResponse !== undefined && { ocspResponse: withoutKey(ocspResponse) }),
    ...(stamp !== undefined && { stamp: withoutKey(stamp) }),
    ...(signers && {
      signers: signers.map((one, at) => readReportedCertificate(place(plain(one), `signers[${at}]`))),
    }),
    ...(responses && { responses: responses.map(withoutKey) }),
    ...(certificates && { certificates: certificates.map(withoutKey) }),
    ...(declaredExchanges && { declaredExchanges: exportableExchanges(declaredExchanges) }),
  };
}

export function exportableExchanges(exchanges: readonly RpcExchange[]): RpcExchange[] {
  return readExchanges(plain(exchanges), 'rpc').map(({ rpc, error, ...rest }) => ({
    ...rest,
    rpc: hostOf(rpc),
    ...(error !== undefined && { error: knownErrors.has(error) ? error : (httpError(error) ?? 'refused') }),
  }));
}

/** Whatever an object carries beside its type shows up here, and its readers leave it out. */
function plain(value: object): Json {
  // A value of plain data is JSON, though TypeScript does not see interfaces as indexable.
  return readJson(canonicalJson(value as Parameters<typeof canonicalJson>[0]), 'evidence', {
    length: 48 << 20,
    depth: 64,
    values: 2_000_000,
  });
}

function withoutKey<T extends string | Uint8Array>(input: T): T {
  const text = typeof input === 'string' ? input : new TextDecoder('latin1').decode(input);
  if (text.includes('PRIVATE KEY-----'))
    throw new PrivateKeyInEvidence('The evidence carries a private key.');
  return input;
}

/** Why a node gave no answer, as `askNodes` and `proofs` name it. */
const knownErrors: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'rate-limit',
  'cors',
  'no answer',
  'refused',
]);

function httpError(error: string): string | undefined {
  return /^HTTP \d{3}$/.test(error) ? error : undefined;
}

/** The path, the query or the user of an address may be a key. */
function hostOf(rpc: string): string {
  const address = rpc.includes('://') ? rpc : `https://${rpc}`;
  return URL.canParse(address) ? new URL(address).host : 'node';
}
