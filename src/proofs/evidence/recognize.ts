/**
 * What a file is, by its content and never by its name: a case file, JSON of the interface (witness, invite,
 * request), a proof file, certificates, an OCSP response, a time-stamp.
 */
import { readUtf8, toHex } from '../encoding/bytes.ts';
import { unreadable } from '../errors.ts';
import type { Evidence } from './evidence.ts';
import { caseBounds, caseSchemas } from '../case-file/case-file.ts';
import type { InviteFacts, WitnessFacts } from './facts.ts';
import { child, list, member, place, text, type Place } from '../encoding/fields.ts';
import { readJson, type Json, type JsonObject } from '../encoding/json.ts';
import { tags } from '../pki/der/der.ts';
import { derInputs } from '../pki/der/der-input.ts';
import { isBareWitness, readEventFacts, readInviteFacts, readWitnessFacts } from './read-facts.ts';
import { isObject } from '../chain/rpc.ts';
import { signatureWithHash } from '../signature/check-signature.ts';

export type Recognized =
  | { readonly kind: 'case'; readonly source: string }
  | {
      readonly kind: 'witness' | 'invite' | 'request' | 'proof' | 'certificate' | 'ocsp-response' | 'stamp';
      readonly evidence: Evidence;
    };

const maxInvites = 1000;

/** @throws ProofError when the content is none of these, or is one of them and cannot be read */
export function recognize(bytes: Uint8Array): Recognized {
  return startsWithBrace(bytes) ? recognizeJson(readUtf8(bytes, 'file')) : recognizeDer(bytes);
}

/** Blanks, and the bytes of a byte order mark. */
const beforeJson: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

function startsWithBrace(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !beforeJson.has(byte)) === 0x7b;
}

function recognizeJson(source: string): Recognized {
  const content = source.replace(/^\uFEFF/, '');
  const value = readJson(content, 'file', caseBounds);
  const schema = member(place(value, 'file'), 'schema');
  if (schema === undefined) return recognizeObject(value);
  // A schema of a later version may mean more than is read here, so nothing is guessed.
  if (typeof schema !== 'string' || !caseSchemas.includes(schema)) {
    throw unreadable('file.schema', caseSchemas.join(' or '));
  }
  return { kind: 'case', source: content };
}

/** A page of the interface that holds a single result is that result. */
function recognizeObject(value: Json): Recognized {
  const at = place(value, 'file');
  if (member(at, 'hash') !== undefined && !looksLikeCertificate(at)) return recognizeHash(at);
  if (member(at, 'invites') !== undefined) return { kind: 'request', evidence: requestEvidence(at) };
  if (
    ['signature', 'signedAt', 'subject', 'ocspResponse', 'signatureRequest'].some(
      (key) => member(at, key) !== undefined,
    )
  ) {
    return {
      kind: 'invite',
      evidence: { invites: [readInviteFacts(value, 'invite')], ...requestSigners(at) },
    };
  }
  const witness = member(at, 'witness');
  if (isObject(witness) && witness.hash !== undefined)
    return { kind: 'request', evidence: requestEvidence(at) };
  const results = list(at, 'results', maxInvites);
  if (results?.length === 1) return recognizeObject(results[0] ?? null);
  const pem = text(at, 'certificatePem');
  if (pem !== undefined) return { kind: 'certificate', evidence: { certificate: pem } };
  throw unreadable('file', 'a case, witness, invite, request or proof as JSON');
}

/** Certificates of the interface carry a hash as well: that of their DER. */
function looksLikeCertificate(at: Place): boolean {
  return member(at, 'certificatePem') !== undefined && member(at, 'merkleized') === undefined;
}

/** A witness, or a proof file: `{hash, merkleized?, witnessExternal?, signatures?}`, its proofs nested or flat. */
function recognizeHash(at: Place): Recognized {
  const witness = readWitnessFacts(unfolded(at.object), 'witness');
  const events = eventsOf(at);
  const signatures = list(at, 'signatures', maxInvites);
  const evidence = {
    witness,
    ...(isOfSignature(at, witness) && { signature: {} }),
    ...(events !== undefined && { events }),
    ...requestSigners(at),
  };
  if (signatures === undefined) return { kind: 'witness', evidence };
  const invites = signatures.map((item, index) =>
    readInviteFacts(signatureEntry(item), `signatures[${index}]`),
  );
  return { kind: 'proof', evidence: { ...evidence, ...witnessedSignature(witness, invites), invites } };
}

/** The request of the witness is about a document whose witness is another one. */
function isOfSignature(at: Place, { id, hash }: WitnessFacts): boolean {
  const request = member(at, 'signatureRequest');
  const document = isObject(request) ? request.witness : undefined;
  if (!isObject(document)) return false;
  if (typeof document.hash === 'string') return plainHex(document.hash) !== plainHex(hash);
  return typeof document.id === 'string' && id !== undefined && document.id !== id;
}

/** The certificates of everybody who signed, where the request of a witness or an invite is reported with its invites. */
function requestSigners(at: Place): Pick<Evidence, 'signers'> {
  const request = member(at, 'signatureRequest');
  if (!isObject(request) || !Array.isArray(request.invites)) return {};
  const invites = list(place(request, 'signatureRequest'), 'invites', maxInvites) ?? [];
  const signers = invites.flatMap((item, index) => {
    const { certificate } = readInviteFacts(item, `signatureRequest.invites[${index}]`);
    return certificate === undefined ? [] : [certificate];
  });
  return signers.length === 0 ? {} : { signers };
}

/** The hash is the SHA-256 of a signature that lies beside it. */
function witnessedSignature(
  { hash }: WitnessFacts,
  invites: readonly InviteFacts[],
): Pick<Evidence, 'signature'> {
  const signature = signatureWithHash(hash, invites);
  return signature === undefined ? {} : { signature: { signature } };
}

function plainHex(text: string): string {
  return text.toLowerCase().replace(/^0x/, '');
}

/** Fields of a proof that stand beside the hash belong to that proof. */
function unfolded(object: JsonObject): JsonObject {
  // Beside a range a bare index is the one of the range.
  const position = object.targetRootHash != null && object.treeSize == null ? [] : ['leafIndex', 'treeSize'];
  const merkleized =
    object.merkleized ??
    picked(object, ['merkleProof', 'merkleRoot', 'txHash', 'network', ...position], 'merkleProof');
  const external =
    object.witnessExternal ??
    object.witnessCo ??
    picked(
      object,
      ['leafIndex', 'leftHashes', 'rightHashes', 'targetRootHash', 'timestamp'],
      'targetRootHash',
    );
  const { witnessCo: _, ...rest } = object;
  return { ...rest, merkleized: merkleized ?? null, witnessExternal: external ?? null };
}

function picked(object: JsonObject, keys: readonly string[], needed: string): JsonObject | undefined {
  if (object[needed] === undefined || object[needed] === null) return undefined;
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]));
}

/** A signature as bare hex, or with its certificate as text or its key beside it. */
function signatureEntry(item: Json): Json {
  if (typeof item === 'string') return { signature: item };
  if (!isObject(item)) return item;
  const { certificate, certificatePem, publicKey } = item;
  if (typeof certificate === 'string') return { ...item, certificate: { certificatePem: certificate } };
  if (certificate === undefined || certificate === null) {
    return { ...item, certificate: { certificatePem: certificatePem ?? null, publicKey: publicKey ?? null } };
  }
  return item;
}

function requestEvidence(at: Place): Evidence {
  const witness = member(at, 'witness');
  const items = list(at, 'invites', maxInvites) ?? [];
  const invites = items.map((item, index) => readInviteFacts(item, `invites[${index}]`));
  // What tells its id alone, as text or in a stub, names a witness and is none; a hash that is no text cannot be read.
  if (!isObject(witness)) return { invites, ...(witness !== undefined && { unloaded: ['witness'] }) };
  if (witness.hash == null)
    return { invites, ...(isBareWitness(child(at, 'witness')) && { unloaded: ['witness'] }) };
  const facts = readWitnessFacts(unfolded(witness));
  return { witness: facts, ...witnessedSignature(facts, invites), invites };
}

/** Events stand beside a witness, or within its token, as a page. */
function eventsOf(at: Place): Evidence['events'] {
  const endorsable = member(at, 'endorsable');
  const page = member(at, 'endorseEvents') ?? (isObject(endorsable) ? endorsable.endorseEvents : undefined);
  if (page === undefined || page === null) return undefined;
  return isObject(page) && page.items === undefined ? undefined : readEventFacts(page);
}

function recognizeDer(bytes: Uint8Array): Recognized {
  const values = derInputs(bytes, 'file');
  const [first] = values;
  if (first === undefined) throw unreadable('file', 'DER, PEM, base64 or hex');
  const kind = values.length > 1 ? 'certificate' : kindOf(first);
  if (kind === 'ocsp-response') return { kind, evidence: { ocspResponse: first } };
  if (kind === 'stamp') return { kind, evidence: { stamp: first } };
  // Further certificates of the file are at hand for the path of the first.
  return { kind, evidence: { certificate: first, certificates: values.slice(1).map(toHex) } };
}

/**
 * By its first fields, which a damaged file still tells: an OCSP response begins with an ENUMERATED (RFC 6960
 * §4.2.1); a token, being a ContentInfo, with an OID (RFC 5652 §3); a time-stamp response with a short SEQUENCE
 * that holds an INTEGER (RFC 3161 §2.4.2); a certificate with its long signed part (RFC 5280 §4.1).
 */
function kindOf(der: Uint8Array): 'certificate' | 'ocsp-response' | 'stamp' {
  const first = contentStart(der, 0);
  if (der[first] === tags.enumerated) return 'ocsp-response';
  if (der[first] === tags.oid) return 'stamp';
  // The signed part of a certificate needs two octets for its length, a status with its texts hardly ever does.
  const isShort = (der[first + 1] ?? 0) <= 0x81;
  const startsWithInteger = der[contentStart(der, first)] === tags.integer;
  return der[first] === tags.sequence && isShort && startsWithInteger ? 'stamp' : 'certificate';
}

/** Where the content of the value at `at` begins, going by its length octets. */
function contentStart(der: Uint8Array, at: number): number {
  const length = der[at + 1] ?? 0;
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}
