/** Inputs for checking every time-stamp of a case: certificates, responses and lists, anchors, policy, time. */
import { readHex } from '../encoding/bytes.ts';
import { certificatesAtHand } from '../signature/check-signer.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { ReportedCertificate, InviteFacts } from '../evidence/facts.ts';
import { anchorsFor } from '../pki/path/anchor-use.ts';
import { readCrlInput, type Crl } from '../pki/crl/crl.ts';
import { modulusBits, type RsaPublicKey } from '../signature/rsa.ts';
import type { PublicKey } from '../pki/certificate/public-key.ts';
import type { StampInput } from '../pki/timestamp/stamp-rules.ts';
import { readerStampTrust } from '../evidence/stamp-trust.ts';
import { oncePer } from '../once-per.ts';

export function stampSurroundings(
  evidence: Evidence,
  { anchors, now, policy, revocationLists = [] }: Context,
): Omit<StampInput, 'stamp' | 'digests'> {
  const stamping = anchorsFor('stamping', anchors);
  return {
    others: certificatesAtHand(evidence.certificates ?? []),
    otherAnchors: anchors.filter((anchor) => !stamping.includes(anchor)),
    crls: revocationLists.flatMap(readableList),
    responses: evidence.ocspResponse === undefined ? [] : [evidence.ocspResponse],
    commonResponses: evidence.responses ?? [],
    signingKeys: signingKeysOf(evidence),
    trust: readerStampTrust(anchors),
    now,
    policy,
  };
}

/** Ignores a pinned list that cannot be read: pinning refuses it, and here it neither helps nor harms. */
function readableList(list: Uint8Array | string): Crl[] {
  try {
    return [readCrlInput(list)];
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

/** A request of many signatures needs the same keys once for each of its witnesses. */
const keysOfInvites = oncePer((invites: readonly InviteFacts[]) =>
  invites.flatMap(({ certificate }) => keysOf(certificate)),
);

/** Keys of everybody who signed, by this evidence. */
export function signingKeysOf({
  invites = [],
  signers = [],
}: Pick<Evidence, 'invites' | 'signers'>): PublicKey[] {
  return [...keysOfInvites(invites), ...signers.flatMap(keysOf)];
}

/** The keys of a signer, by the certificate and by the fields that are reported beside it. */
function keysOf(certificate: ReportedCertificate | undefined): PublicKey[] {
  const [read] = certificate?.pem === undefined ? [] : certificatesAtHand([certificate.pem]);
  const reportedKey = keyFromFields(certificate);
  return [
    ...(read === undefined ? [] : [read.publicKey.key]),
    ...(reportedKey === undefined
      ? []
      : [{ kind: 'rsa' as const, ...reportedKey, bits: modulusBits(reportedKey) }]),
  ];
}

/**
 * Without a certificate, the key that is reported beside it still says whether *it* made the signature; whose key it
 * is then stays open. Exponent and modulus arrive swapped at times: the longer one is the modulus.
 */
export function keyFromFields(facts: ReportedCertificate | undefined): RsaPublicKey | undefined {
  if (facts?.modulus === undefined || facts.exponent === undefined) return undefined;
  try {
    const [a, b] = [facts.modulus, facts.exponent].map((text) =>
      readHex(text.length % 2 === 0 ? text : '0' + text, 'publicKey', 2100),
    );
    if (a === undefined || b === undefined) return undefined;
    return a.length >= b.length ? { modulus: a, exponent: b } : { modulus: b, exponent: a };
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
