/** One signature: its form and cryptography, its certificate and revocation at the best signature time. */
import { readHex } from './bytes.ts';
import type { Check } from './check.ts';
import { checkExistence, type WitnessResult } from './check-existence.ts';
import {
  checkSignatureDocument,
  checkSignatureForm,
  checkSignatureRsa,
  checkSignatureWitness,
  type SignatureInput,
} from './check-signature.ts';
import { ProofError } from './errors.ts';
import type { Context, Evidence } from './evidence.ts';
import type { CertificateTold, InviteFacts } from './facts.ts';
import type { Instant } from './instant.ts';
import type { RsaPublicKey } from './rsa.ts';
import { checkSigner, type SignerResult } from './check-signer.ts';
import { conclude, type Verdict } from './verdict.ts';

export interface InviteResult {
  readonly verdict: Verdict;
  readonly checks: readonly Check[];
  /** Best signature time: when the signature's own witness proves that it existed. */
  readonly provenTime?: Instant;
  /** The signature's own witness, judged apart. */
  readonly witness?: WitnessResult;
  readonly isSigned: boolean;
  /** What the OCSP response says, where it could be read. */
  readonly revoked?: boolean;
}

/** @param reference digest of the case's document: of its bytes, else its witness hash */
export function checkInvite(
  invite: InviteFacts,
  reference: string | undefined,
  evidence: Evidence,
  context: Context,
): InviteResult {
  const { policy } = context;
  const { signature } = invite;
  const isSigned = signature !== undefined;
  const ofSignature = checkSignatureWitness(policy, signature, invite.witness?.hash);
  const witness =
    invite.witness === undefined ? undefined : checkExistence(invite.witness, evidence, context);
  // A witness of something else proves no time for this signature.
  const best = ofSignature.status === 'PASSED' ? witness?.provenTime : undefined;
  const moment = { at: best ?? context.now, proven: best !== undefined, now: context.now };
  const signer: SignerResult = checkSigner(invite, moment, evidence, context);
  const input: SignatureInput = {
    signature,
    key: signer.key ?? keyFromFields(invite.certificate),
    digest: reference ?? invite.documentHash,
  };
  const checks = [
    checkSignatureForm(policy, input),
    checkSignatureRsa(policy, input),
    checkSignatureDocument(policy, signature, reference, invite.documentHash),
    ofSignature,
    ...signer.checks,
  ];
  return {
    verdict: conclude(checks),
    checks,
    isSigned,
    ...(best !== undefined && { provenTime: best }),
    ...(witness !== undefined && { witness }),
    ...(signer.revoked !== undefined && { revoked: signer.revoked }),
  };
}

/**
 * Without a certificate, the key that is told beside it still says whether *it* made the signature; whose key it
 * is then stays open. Exponent and modulus arrive swapped at times: the longer one is the modulus.
 */
function keyFromFields(facts: CertificateTold | undefined): RsaPublicKey | undefined {
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
