/** One signature: its form and cryptography, its certificate and revocation at the best signature time. */
import type { Check } from '../check.ts';
import { checkExistence, type WitnessResult } from '../witness/check-existence.ts';
import {
  checkSignatureDocument,
  checkSignatureForm,
  checkSignatureRsa,
  checkSignatureWitness,
  type SignatureInput,
  type SignedDocument,
} from './check-signature.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { InviteFacts } from '../evidence/facts.ts';
import { optionalMember } from '../encoding/fields.ts';
import type { Instant } from '../encoding/instant.ts';
import { check, indeterminate } from '../verdict/finding.ts';
import type { StampAuthority } from '../pki/timestamp/stamp-authority.ts';
import { checkSigner, type SignerResult } from './check-signer.ts';
import { keyFromFields } from '../witness/stamp-context.ts';
import { conclude, type Verdict } from '../verdict/verdict.ts';

export interface InviteResult {
  readonly verdict: Verdict;
  readonly checks: readonly Check[];
  /** Best signature time: when the signature's own witness proves that it existed. */
  readonly provenTime?: Instant;
  readonly stampedBy?: StampAuthority;
  /** The signature's own witness, checked apart. */
  readonly witness?: WitnessResult;
  /** A signature is at hand, or reported as given. */
  readonly isSigned: boolean;
  /** The facts of the OCSP response, where it could be read. */
  readonly revoked?: boolean;
}

/** @param document the document of the case; undefined where nothing says which it is */
export function checkInvite(
  invite: InviteFacts,
  document: SignedDocument | undefined,
  evidence: Evidence,
  context: Context,
): InviteResult {
  const { policy } = context;
  const { signature } = invite;
  if (isSignatureAbsent(invite))
    return absentSignature(context, isReportedSigned(invite) ? 'signature' : 'invite');
  const ofSignature = ownWitness(invite, context);
  const witness =
    invite.witness === undefined ? undefined : checkExistence(invite.witness, evidence, context);
  // A witness of something else proves no time for this signature.
  const best = ofSignature.status === 'PASSED' ? witness : undefined;
  const time = best?.provenTime;
  const moment = { at: time ?? context.now, proven: time !== undefined, now: context.now };
  const signer: SignerResult = checkSigner(invite, moment, evidence, context);
  const reference = document !== undefined && 'digest' in document ? document.digest : undefined;
  const input: SignatureInput = {
    signature,
    key: signer.key ?? keyFromFields(invite.certificate),
    digest: reference ?? invite.documentHash,
  };
  const checks = [
    checkSignatureForm(policy, input),
    checkSignatureRsa(policy, input),
    checkSignatureDocument(policy, input, document, invite.documentHash),
    ofSignature,
    ...signer.checks,
  ];
  return {
    verdict: conclude(checks),
    checks,
    isSigned: signature !== undefined,
    ...optionalMember('provenTime', time),
    ...optionalMember('stampedBy', best?.stampedBy),
    ...(witness !== undefined && { witness }),
    ...(signer.revoked !== undefined && { revoked: signer.revoked }),
  };
}

function ownWitness({ signature, witness, unloaded }: InviteFacts, { policy }: Context): Check {
  const isUnloaded = witness === undefined && unloaded?.includes('witness') === true;
  if (signature === undefined || !isUnloaded) return checkSignatureWitness(policy, signature, witness);
  const absent = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' }, { what: 'witness' });
  return check(policy, 'signature.witness', absent);
}

/** Statuses of an invite whose signature the service has. */
const signedStatuses: ReadonlySet<string | undefined> = new Set(['SIGNED', 'WITNESSED']);

/** Only a signature has a time of signing, an answer about its certificate and a witness of its own. */
function isReportedSigned({ status, signedAt, ocspResponse, witness, unloaded }: InviteFacts): boolean {
  const isWitnessed = witness !== undefined || unloaded?.includes('witness') === true;
  const isReported = isWitnessed || [signedAt, ocspResponse].some((one) => one !== undefined);
  return isReported || signedStatuses.has(status?.trim().toUpperCase());
}

/** What shows nothing about the answer to an invite. The dashboard reads the same from a list (`inviteStatus`). */
const aboutWhom: ReadonlySet<string> = new Set(['id', 'subject', 'documentHash', 'unloaded']);

/** The signature is not here, and is reported as given; or nothing is reported of the answer, so that it may have been given. */
export function isSignatureAbsent(invite: InviteFacts): boolean {
  if (invite.signature !== undefined) return false;
  const isKnown = Object.entries(invite).some(([name, fact]) => fact !== undefined && !aboutWhom.has(name));
  return !isKnown || isReportedSigned(invite);
}

/** Whether it holds cannot be determined, and the request is not whole without it. */
function absentSignature({ policy }: Context, what: 'signature' | 'invite'): InviteResult {
  const absent = indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' }, { what });
  const checks = (['signature.form', 'signature.rsa', 'signature.document'] as const).map((id) =>
    check(policy, id, absent),
  );
  return { verdict: conclude(checks), checks, isSigned: true };
}

/**
 * The document that all signatures of a request are over. Without the document and its witness, it is the one that they
 * have in common; what each is over is computed by its key, here only what to compare it with is named.
 */
export function documentOf(
  reference: string | undefined,
  invites: readonly InviteFacts[],
): SignedDocument | undefined {
  if (reference !== undefined) return { digest: reference };
  const signed = invites.filter(({ signature }) => signature !== undefined);
  const hashes = signed.map(({ documentHash }) => documentHash?.toLowerCase().replace(/^0x/, ''));
  const digests = [...new Set(hashes.filter((hash) => hash !== undefined))];
  const [digest] = digests;
  if (signed.length < 2 || digest === undefined) return undefined;
  return digests.length === 1 ? { digest } : { digests };
}
