/**
 * From checks to a verdict, by the rules of EN 319 102-1: TOTAL_FAILED only on a failure computed here or read from
 * a final chain; INDETERMINATE when something that counts could not be checked; TOTAL_PASSED otherwise.
 */
import type { Basis, Check, CheckId, ReasonCode } from '../check.ts';

export type Conclusion = 'TOTAL_PASSED' | 'TOTAL_FAILED' | 'INDETERMINATE';

/** A check that prevented a verdict from passing. */
export interface Stop {
  readonly id: CheckId;
  readonly code: ReasonCode;
}

export interface Verdict {
  readonly conclusion: Conclusion;
  /** Reason of the earliest building block that stopped; absent when nothing did. */
  readonly subIndication?: ReasonCode;
  /** Everything that stopped, the earliest building block first. */
  readonly stops: readonly Stop[];
  /** Results at level WARN that did not pass, and what passed with a warning. */
  readonly warnings: number;
  /** The weakest basis among the checks that count and passed; absent when none did. */
  readonly basis?: Basis;
}

/** The building blocks of EN 319 102-1 §5.2 in their order, and the checks that belong to each. */
const buildingBlocks: readonly (readonly CheckId[])[] = [
  // Format checking, and is the signed data here
  [
    'signature.form',
    'certificate.parse',
    'ocsp.parse',
    'nom151.parse',
    'merkleized.shape',
    'external.shape',
    'file.hash',
    'signature.document',
  ],
  // Identification of the signing certificate
  [
    'certificate.fields',
    'certificate.identity',
    'ocsp.cert',
    'nom151.signer',
    'nom151.granted',
    'nom151.imprint',
  ],
  // X.509 certificate validation
  [
    'certificate.path',
    'certificate.validity',
    'certificate.usage',
    'ocsp.signature',
    'ocsp.responder',
    'ocsp.status',
    'ocsp.time',
    'nom151.path',
  ],
  // Cryptographic verification
  ['signature.rsa', 'nom151.signature', 'merkleized.root', 'external.root', 'claim.signature', 'token.id'],
  // Acceptance: constraints on keys, roles and proofs of existence
  [
    'certificate.key',
    'signature.witness',
    'nom151.time',
    'merkleized.stamp',
    'merkleized.anchor',
    'external.anchor',
    'external.time',
    'claim.role',
    'claim.owner',
    'token.network',
    'token.complete',
    'token.order',
    'token.continuity',
    'token.first',
    'token.head',
    'case.contradictions',
    'case.times',
  ],
];

const placeById = new Map(buildingBlocks.flat().map((id, place) => [id, place]));

/** The place of a check in the order of building blocks. */
export function placeOf(id: CheckId): number {
  return placeById.get(id) ?? placeById.size;
}

/** A failure that decides: it counts, and rests on more than the service's word. */
export function isDecidingFailure(check: Check): boolean {
  return check.status === 'FAILED' && check.level === 'FAIL' && check.basis !== 'SERVER';
}

/** It counts, and did not pass. NOT_APPLICABLE does not stop: there is nothing to check. */
function stops(check: Check): boolean {
  return check.level === 'FAIL' && check.status !== 'PASSED' && check.status !== 'NOT_APPLICABLE';
}

/** The verdict over checks that must all hold. Nothing that counts and passed is no ground to pass anything. */
export function conclude(checks: readonly Check[]): Verdict {
  const stopped = checks.filter(stops).sort((a, b) => placeOf(a.id) - placeOf(b.id));
  const failures = stopped.filter(isDecidingFailure);
  const counted = checks.filter((check) => check.level === 'FAIL' && check.status === 'PASSED');
  const conclusion = conclusionOf(failures.length > 0, stopped.length > 0 || counted.length === 0);
  const deciding = failures[0] ?? stopped[0];
  const basis = weakestBasis(counted);
  return {
    conclusion,
    ...(conclusion !== 'TOTAL_PASSED' && { subIndication: codeOf(deciding) }),
    stops: [...failures, ...stopped.filter((check) => !failures.includes(check))].map((check) => ({
      id: check.id,
      code: codeOf(check),
    })),
    warnings: countWarnings(checks),
    ...(basis !== undefined && { basis }),
  };
}

function conclusionOf(failed: boolean, stopped: boolean): Conclusion {
  if (failed) return 'TOTAL_FAILED';
  return stopped ? 'INDETERMINATE' : 'TOTAL_PASSED';
}

function codeOf(check: Check | undefined): ReasonCode {
  return check?.reason?.code ?? 'X_EVIDENCE_ABSENT';
}

/** Results at level WARN that did not pass, and warnings on what passed, whatever its level. */
export function countWarnings(checks: readonly Check[]): number {
  let warnings = 0;
  for (const { level, status, warnings: reasons = [] } of checks) {
    if (level === 'WARN' && status !== 'PASSED' && status !== 'NOT_APPLICABLE') warnings += 1;
    if (level === 'FAIL' || level === 'WARN') warnings += reasons.length;
  }
  return warnings;
}

/** From the weakest. */
const bases: readonly Basis[] = ['SERVER', 'PINNED', 'CHAIN', 'RECOMPUTED'];

export function weakestBasis(checks: readonly Check[]): Basis | undefined {
  return bases.find((basis) => checks.some((check) => check.basis === basis));
}
