/**
 * Evidence with one bit flipped, to see which checks notice. The evidence that is given is never changed: what comes
 * back is a copy, which is checked like any other evidence and stored nowhere.
 */
import { ProofError } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { InviteFacts, WitnessFacts } from '#proofs/evidence/facts.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { derInput } from '#proofs/pki/der/der-input.ts';
import { readOcspInput } from '#proofs/pki/ocsp/ocsp-response.ts';
import { readTimeStampInput } from '#proofs/pki/timestamp/time-stamp.ts';
import { byteCount, flipEncoded, hexOf } from './encoded-bytes.ts';

export const tamperObjects = [
  'document',
  'path',
  'range',
  'signature',
  'certificate',
  'ocsp',
  'constancia',
  'root-constancia',
] as const;

export type TamperObject = (typeof tamperObjects)[number];

export interface TamperTarget {
  readonly object: TamperObject;
  /** path, range (left hashes, then right): which hash, from 0; signature, certificate, ocsp: which invite; else 0. */
  readonly at: number;
}

/** Where the bit was flipped. */
export interface TamperPlace extends TamperTarget {
  /** Which byte, from 1, and of how many. */
  readonly byte: number;
  readonly of: number;
  /** The byte before and after, two hex digits. */
  readonly was: string;
  readonly is: string;
}

export interface Tampered {
  readonly evidence: Evidence;
  /** With the target `document`: its digests in the evidence must be computed anew from these bytes. */
  readonly documentBytes: Uint8Array | undefined;
  readonly where: TamperPlace;
}

/** Everything in a case that can be bent. */
export function targetsIn(evidence: Evidence, documentSize: number | undefined): TamperTarget[] {
  const { witness, invites = [] } = evidence;
  const all: TamperTarget[] = [
    { object: 'document', at: 0 },
    ...(witness?.merkleized?.merkleProof ?? []).map((_, at) => ({ object: 'path', at }) as const),
    ...rangeHashes(witness).map((_, at) => ({ object: 'range', at }) as const),
    { object: 'constancia', at: 0 },
    { object: 'root-constancia', at: 0 },
    ...invites.flatMap((_, at) =>
      (['signature', 'certificate', 'ocsp'] as const).map((object) => ({ object, at })),
    ),
  ];
  return all.filter((target) =>
    target.object === 'document' ? (documentSize ?? 0) > 0 : canFlip(textAt(evidence, target)),
  );
}

/** One bit flipped; undefined: the case has no such object. */
export function tamper(
  evidence: Evidence,
  documentBytes: Uint8Array | undefined,
  target: TamperTarget,
): Tampered | undefined {
  if (target.object === 'document') return tamperDocument(evidence, documentBytes, target);
  const text = textAt(evidence, target);
  if (text === undefined || !canFlip(text)) return undefined;
  const byte = tellingByte(target.object, text);
  const { text: bent, was, is } = flipEncoded(text, byte);
  return {
    evidence: withText(evidence, target, bent),
    documentBytes,
    where: { ...target, byte: byte + 1, of: byteCount(text), was, is },
  };
}

function tamperDocument(
  evidence: Evidence,
  bytes: Uint8Array | undefined,
  target: TamperTarget,
): Tampered | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const at = bytes.length >> 1;
  const bent = new Uint8Array(bytes);
  const was = bytes[at] ?? 0;
  const is = was ^ 1;
  bent[at] = is;
  return {
    evidence,
    documentBytes: bent,
    where: { ...target, byte: at + 1, of: bytes.length, was: hexOf(was), is: hexOf(is) },
  };
}

function rangeHashes(witness: WitnessFacts | undefined): readonly string[] {
  const { leftHashes = [], rightHashes = [] } = witness?.external ?? {};
  return [...leftHashes, ...rightHashes];
}

/** The text of an object as it came. */
function textAt({ witness, invites }: Evidence, { object, at }: TamperTarget): string | undefined {
  switch (object) {
    case 'path':
      return witness?.merkleized?.merkleProof?.[at];
    case 'range':
      return rangeHashes(witness)[at];
    case 'constancia':
      return witness?.nom151?.token;
    case 'root-constancia':
      return witness?.merkleized?.token;
    case 'signature':
      return invites?.[at]?.signature;
    case 'certificate':
      return invites?.[at]?.certificate?.pem;
    case 'ocsp':
      return invites?.[at]?.ocspResponse;
    case 'document':
      return undefined;
  }
}

/** An address in the place of a certificate is no bytes of it. */
const canFlip = (text: string | undefined): boolean =>
  text !== undefined && !/^\s*https?:/i.test(text) && byteCount(text) > 0;

function withText(evidence: Evidence, { object, at }: TamperTarget, text: string): Evidence {
  const { witness, invites = [] } = evidence;
  const inWitness = (change: Partial<WitnessFacts>): Evidence =>
    witness === undefined ? evidence : { ...evidence, witness: { ...witness, ...change } };
  const inInvite = (change: (invite: InviteFacts) => Partial<InviteFacts>): Evidence => ({
    ...evidence,
    invites: invites.map((invite, index) => (index === at ? { ...invite, ...change(invite) } : invite)),
  });
  switch (object) {
    case 'path': {
      const merkleProof = witness?.merkleized?.merkleProof?.map((one, index) => (index === at ? text : one));
      return inWitness({ merkleized: { ...witness?.merkleized, ...(merkleProof && { merkleProof }) } });
    }
    case 'range': {
      const { leftHashes = [], rightHashes = [] } = witness?.external ?? {};
      const replaced = (hashes: readonly string[], from: number): string[] =>
        hashes.map((one, index) => (index + from === at ? text : one));
      return inWitness({
        external: {
          ...witness?.external,
          leftHashes: replaced(leftHashes, 0),
          rightHashes: replaced(rightHashes, leftHashes.length),
        },
      });
    }
    case 'constancia':
      return inWitness({ nom151: { ...witness?.nom151, token: text } });
    case 'root-constancia':
      return inWitness({ merkleized: { ...witness?.merkleized, token: text } });
    case 'signature':
      return inInvite(() => ({ signature: text }));
    case 'certificate':
      return inInvite(({ certificate }) => ({ certificate: { ...certificate, pem: text } }));
    case 'ocsp':
      return inInvite(() => ({ ocspResponse: text }));
    case 'document':
      return evidence;
  }
}

/**
 * A byte whose change says something: in a value inside, so that the object can still be read and a rule notices,
 * not its reader. What cannot be read is bent in its middle.
 */
function tellingByte(object: TamperObject, text: string): number {
  const middle = byteCount(text) >> 1;
  switch (object) {
    case 'path':
    case 'range':
      return Math.min(3, byteCount(text) - 1);
    case 'certificate':
      return placeIn(text, middle, 'certificate', () => {
        const { key } = readCertificateInput(text).publicKey;
        return key.kind === 'rsa' ? key.modulus : undefined;
      });
    case 'ocsp':
      return placeIn(
        text,
        middle,
        'OCSP response',
        () => readOcspInput(text).basic?.responses[0]?.id.issuerKeyHash,
      );
    case 'constancia':
    case 'root-constancia':
      return placeIn(text, middle, 'time-stamp', () => readTimeStampInput(text).token?.info.imprint);
    default:
      return middle;
  }
}

/** The middle of a value where it stands in the DER; `otherwise` where it cannot be found. */
function placeIn(
  text: string,
  otherwise: number,
  subject: string,
  valueOf: () => Uint8Array | undefined,
): number {
  try {
    const value = valueOf();
    const der = derInput(text, subject);
    const at = value === undefined || value.length === 0 ? -1 : indexOf(der, value);
    return at < 0 || value === undefined ? otherwise : at + (value.length >> 1);
  } catch (error) {
    if (error instanceof ProofError) return otherwise;
    throw error;
  }
}

function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  const [first] = part;
  if (first === undefined) return -1;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
