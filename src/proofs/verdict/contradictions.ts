/**
 * `case.contradictions`: where the service contradicts itself or evidence at hand. A contradiction proves nothing
 * about the document, but a reader should know of it: it is a warning under every policy.
 */
import type { Check, Step } from '../check.ts';
import type { InviteFacts, WitnessFacts } from '../evidence/facts.ts';
import { failed, runRule, passed } from './finding.ts';
import type { Policy } from '../policy/policy.ts';

export interface ReportedFacts {
  readonly witness?: WitnessFacts;
  readonly invites?: readonly InviteFacts[];
  /** What OCSP responses say, by the index of the invite; absent where none could be read. */
  readonly revokedByOcsp?: ReadonlyMap<number, boolean>;
}

type Contradiction =
  | 'witnessed_without_strategy'
  | 'timestamped_without_strategy'
  | 'claimed_without_token'
  | 'claiming_without_owner'
  | 'signed_without_signature'
  | 'signature_while_pending'
  | 'signature_while_rejected'
  | 'rejected_without_date'
  | 'revoked_differs_from_ocsp';

/** Every contradiction, as a step that says where it stands. */
export function contradictionsIn(reported: ReportedFacts): Step[] {
  const steps: Step[] = [];
  const say = (kind: Contradiction, where: string, isPresent: boolean): void => {
    if (isPresent) steps.push({ kind, values: { where } });
  };
  if (reported.witness !== undefined) witnessContradictions(reported.witness, 'witness', say);
  reported.invites?.forEach((invite, at) => {
    const where = `invites[${at}]`;
    inviteContradictions(invite, where, say);
    if (invite.witness !== undefined) witnessContradictions(invite.witness, `${where}.witness`, say);
    const revoked = reported.revokedByOcsp?.get(at);
    const stated = invite.certificate?.revoked;
    say(
      'revoked_differs_from_ocsp',
      where,
      revoked !== undefined && stated !== undefined && revoked !== stated,
    );
  });
  return steps;
}

export function checkContradictions(policy: Policy, reported: ReportedFacts): Check {
  return runRule(policy, 'case.contradictions', () => {
    const steps = contradictionsIn(reported);
    const first = steps[0];
    if (first === undefined) return passed({ basis: 'SERVER' });
    const detail = { count: steps.length, first: first.kind, ...first.values };
    return failed('X_SERVER_CONTRADICTION', detail, { basis: 'SERVER', steps });
  });
}

type Say = (kind: Contradiction, where: string, isPresent: boolean) => void;

function witnessContradictions(witness: WitnessFacts, where: string, say: Say): void {
  say('timestamped_without_strategy', where, witness.timestampedAt !== undefined && !isProcessed(witness));
  say('claimed_without_token', where, witness.claimed === true && witness.endorsable === undefined);
  say('claiming_without_owner', where, witness.claiming !== undefined && witness.initialOwner === undefined);
}

function inviteContradictions(invite: InviteFacts, where: string, say: Say): void {
  const signed = invite.status === 'SIGNED' || invite.status === 'WITNESSED';
  const hasSignature = invite.signature !== undefined;
  say('signed_without_signature', where, signed && !hasSignature);
  say('signature_while_pending', where, invite.status === 'PENDING' && hasSignature);
  say('signature_while_rejected', where, invite.status === 'REJECTED' && hasSignature);
  say('rejected_without_date', where, invite.status === 'REJECTED' && invite.rejectedAt === undefined);
  const witnessed = invite.status === 'WITNESSED' && invite.witness !== undefined;
  say('witnessed_without_strategy', where, witnessed && !isProcessed(invite.witness));
}

/** Some strategy has been carried out, going by what the service tells of it. */
function isProcessed(witness: WitnessFacts): boolean {
  return (
    witness.nom151?.createdAt !== undefined ||
    witness.merkleized?.merkleRoot !== undefined ||
    witness.external?.targetRootHash !== undefined
  );
}
