/**
 * The one entry for screens, the command line and case files: evidence and a context in, a report out. No network,
 * no clock: the same inputs give the same report, byte for byte.
 */
import { optionalMember } from './encoding/fields.ts';
import { check, indeterminate } from './verdict/finding.ts';
import type { Check, CheckId } from './check.ts';
import { chainView, checkExistence, type WitnessResult } from './witness/check-existence.ts';
import { checkInvite, documentOf } from './signature/check-invite.ts';
import {
  checkFileHash,
  checkSignatureWitness,
  otherAlgorithm,
  signatureWithHash,
} from './signature/check-signature.ts';
import { checkStandalone } from './check-standalone.ts';
import { checkClaimOwner, checkClaimRole, checkClaimSignature } from './token/claim.ts';
import { composeCase } from './verdict/compose.ts';
import { checkContradictions } from './verdict/contradictions.ts';
import type { Context, Evidence, WitnessedSignature } from './evidence/evidence.ts';
import type { UnloadedPiece, WitnessFacts } from './evidence/facts.ts';
import { instantText } from './encoding/instant.ts';
import type { Policy } from './policy/policy.ts';
import { inputsOf } from './report-inputs.ts';
import type { Report, ReportSection } from './verdict/report.ts';
import { checkTimes } from './verdict/times.ts';
import { tokenOf } from './token/token-chains.ts';
import { checkToken } from './token/token.ts';
import { conclude } from './verdict/verdict.ts';

export function checkEvidence(evidence: Evidence, context: Context): Report {
  const invites = inviteSections(evidence, context);
  const signature = signatureSection(evidence, context);
  const sections = [
    ...documentSection(evidence, context),
    ...signature,
    ...(evidence.witness === undefined
      ? []
      : [
          existenceSection('witness', true, {
            ...checkExistence(evidence.witness, evidence, context),
            ...(evidence.signature && signature.map(({ checks }) => aboutSignature(checks))[0]),
          }),
        ]),
    ...invites.sections,
    ...checkStandalone(evidence, context),
    ...(evidence.witness === undefined ? [] : endorsementSections(evidence.witness, evidence, context)),
    ...caseSection(evidence, invites.revoked, context),
  ];
  return {
    schema: 'testigo.report/1',
    verdict: composeCase(sections),
    wording: context.policy.scope === 'internal' ? 'internal check' : 'full',
    inputs: inputsOf(evidence, context),
    sections,
  };
}

/** The file itself; it counts once its bytes were given, and until then the case is about the hash alone. */
function documentSection(evidence: Evidence, { policy }: Context): ReportSection[] {
  const { documentDigest, signature, unloaded = [] } = evidence;
  const witness = documentWitness(evidence);
  const compared = checkFileHash(policy, documentDigest, witness);
  if (unloaded.includes('witness') && signature === undefined) {
    // What fails here fails whatever else is absent.
    const isOther = compared.status === 'FAILED';
    return [pieceSection('document', [isOther ? compared : unloadedCheck('file.hash', 'witness', policy)])];
  }
  if (documentDigest === undefined && witness === undefined) return [];
  // Beside evidence of something else the document is not shown to be anything: it must not pass with that evidence.
  const isAlone = !isAboutDocument(evidence);
  const checks = [
    isAlone
      ? check(policy, 'file.hash', indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' }))
      : compared,
  ];
  return [
    {
      key: 'document',
      counts: documentDigest !== undefined && (witness !== undefined || isAlone),
      verdict: conclude(checks),
      checks,
    },
  ];
}

/** Whether anything is held to the digest of a document: its witness, a signature, or a time-stamp on its own. */
export function isAboutDocument(evidence: Evidence): boolean {
  const { invites = [], stamp } = evidence;
  const isSigned = invites.some(({ signature }) => signature !== undefined);
  return documentWitness(evidence) !== undefined || stamp !== undefined || isSigned;
}

/** The witness of the document; a witness of a signature says nothing of it. */
function documentWitness({ witness, signature }: Evidence): WitnessFacts | undefined {
  return signature === undefined ? witness : undefined;
}

/** The signature that the witness is of, with the hash of its bytes, or the request where that is not here. */
function signatureSection(evidence: Evidence, { policy }: Context): ReportSection[] {
  const { signature, invites = [], unloaded = [] } = evidence;
  const [absent] = unloaded.filter((one) => one !== 'witness');
  const checks = [
    ...(absent === undefined ? [] : [unloadedCheck('signature.form', absent, policy)]),
    ...(signature === undefined ? [] : heldToWitness(evidence, signature, policy, absent !== undefined)),
  ];
  // Where the signatures of a document are here, its witness is of no other one: the rest of the request is absent.
  const key = signature === undefined && invites.length > 0 ? 'request' : 'signature';
  return checks.length === 0 ? [] : [pieceSection(key, checks)];
}

function heldToWitness(
  { witness, invites = [], unloaded = [] }: Evidence,
  { signature }: WitnessedSignature,
  policy: Policy,
  isOpen: boolean,
): Check[] {
  const bytes = signature ?? (witness && signatureWithHash(witness.hash, invites));
  const compared = bytes === undefined ? undefined : checkSignatureWitness(policy, bytes, witness);
  // What fails here fails whatever else is absent.
  if (unloaded.includes('witness') && compared?.status !== 'FAILED')
    return [unloadedCheck('signature.witness', 'witness', policy)];
  if (compared !== undefined) return [compared];
  // A hash that nobody has seen the bytes of is not shown to be of a signature.
  return isOpen ? [] : [unloadedCheck('signature.witness', 'signature', policy)];
}

/** Named and not here: it may say anything, so the case does not pass without it. */
function unloadedCheck(id: CheckId, what: UnloadedPiece | 'signature', policy: Policy): Check {
  return check(policy, id, indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' }, { what }));
}

/** A piece without which the case does not pass. */
function pieceSection(key: string, checks: readonly Check[]): ReportSection {
  return { key, counts: true, verdict: conclude(checks), checks };
}

/** A witness whose signature is not at hand is shown to be of no more than its hash. */
function aboutSignature(checks: readonly Check[]): Pick<ReportSection, 'about'> {
  const status = checks.find(({ id }) => id === 'signature.witness')?.status;
  if (status === 'PASSED') return { about: 'signature' };
  return { about: status === 'FAILED' ? 'other' : 'unseen' };
}

function existenceSection(
  key: string,
  counts: boolean,
  result: WitnessResult & Pick<ReportSection, 'about'>,
): ReportSection {
  return {
    key,
    counts,
    verdict: result.verdict,
    ...optionalMember('about', result.about),
    ...(result.provenTime !== undefined && { provenTime: instantText(result.provenTime) }),
    ...optionalMember('stampedBy', result.stampedBy),
    blocks: result.blocks.map(({ name, verdict, provenTime, stampedBy }) => ({
      name,
      verdict,
      ...(provenTime !== undefined && { provenTime: instantText(provenTime) }),
      ...optionalMember('stampedBy', stampedBy),
    })),
    checks: result.checks,
  };
}

/** Every signature apart; one that failed does not colour its siblings. */
function inviteSections(
  evidence: Evidence,
  context: Context,
): { readonly sections: ReportSection[]; readonly revoked: ReadonlyMap<number, boolean> } {
  const reference = evidence.documentDigest ?? documentHashOf(documentWitness(evidence));
  const document = documentOf(reference, evidence.invites ?? []);
  const sections: ReportSection[] = [];
  const revoked = new Map<number, boolean>();
  for (const [at, invite] of (evidence.invites ?? []).entries()) {
    const result = checkInvite(invite, document, evidence, context);
    sections.push({
      key: `invites[${at}]`,
      // An invite that is pending or rejected has nothing to check.
      counts: result.isSigned,
      verdict: result.verdict,
      ...(result.provenTime !== undefined && { provenTime: instantText(result.provenTime) }),
      ...optionalMember('stampedBy', result.stampedBy),
      checks: result.checks,
    });
    if (result.witness !== undefined) {
      sections.push(
        existenceSection(`invites[${at}].witness`, false, {
          ...result.witness,
          ...aboutSignature(result.checks),
        }),
      );
    }
    if (result.revoked !== undefined) revoked.set(at, result.revoked);
  }
  return { sections, revoked };
}

/** SHA-256 of the document by its witness; a hash by another algorithm is over nothing that a signature is over. */
function documentHashOf(witness: WitnessFacts | undefined): string | undefined {
  return witness !== undefined && otherAlgorithm(witness) === undefined ? witness.hash : undefined;
}

/** Claim and token, distinguished: what they leave open keeps no document from passing, what fails in them does. */
function endorsementSections(witness: WitnessFacts, evidence: Evidence, context: Context): ReportSection[] {
  return [...claimSection(witness, evidence, context), ...tokenSection(witness, evidence, context)];
}

function claimSection(witness: WitnessFacts, evidence: Evidence, context: Context): ReportSection[] {
  const checks = checkClaim(witness, evidence, context);
  return checks.length === 0 ? [] : [section('claim', checks)];
}

/** All `claim.*` checks of a witness; none where nothing is claimed. */
export function checkClaim(
  witness: Pick<WitnessFacts, 'hash' | 'claiming' | 'initialOwner'>,
  evidence: Evidence,
  context: Context,
): Check[] {
  const { policy } = context;
  const { authorizer, claimer, signature, network } = witness.claiming ?? {};
  if (witness.claiming === undefined) return [];
  if (authorizer === undefined || claimer === undefined || signature === undefined || network === undefined) {
    return [
      check(policy, 'claim.signature', indeterminate('X_EVIDENCE_ABSENT', { code: 'get_evidence_again' })),
    ];
  }
  const claim = { authorizer, claimer, signature, network };
  const contract = context.endorsers?.find((one) => one.network === network);
  const view = chainView(network, evidence, context);
  return [
    checkClaimSignature(policy, witness.hash, claim, contract, view),
    checkClaimRole(policy, claim, contract, view),
    checkClaimOwner(policy, claim, witness.initialOwner),
  ];
}

function tokenSection(witness: WitnessFacts, evidence: Evidence, context: Context): ReportSection[] {
  const chain = tokenOf(witness.endorsable, witness.initialOwner, evidence, context);
  if (chain === undefined) return [];
  return [section('token', checkToken(context.policy, witness.hash, chain.token, chain.basis))];
}

function caseSection(
  evidence: Evidence,
  revokedByOcsp: ReadonlyMap<number, boolean>,
  { policy, now }: Context,
): ReportSection[] {
  if (evidence.witness === undefined && evidence.invites === undefined) return [];
  const reported = {
    ...(evidence.witness !== undefined && { witness: evidence.witness }),
    ...(evidence.invites !== undefined && { invites: evidence.invites }),
  };
  return [
    section('case', [
      checkContradictions(policy, { ...reported, revokedByOcsp }),
      checkTimes(policy, reported, now),
    ]),
  ];
}

/** A piece that does not keep the case from passing by what it leaves open. */
function section(key: string, checks: readonly Check[]): ReportSection {
  return { key, counts: false, verdict: conclude(checks), checks };
}
