import type { OperationName } from '#contract/operations/operations.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { strategies } from '#client/queries/reading.ts';

/** `single`: a certificate of its own. `grouped`: one certificate over the root of a Merkle tree with other witnesses. */
export const certifyWays = ['single', 'grouped'] as const;
export type CertifyWay = (typeof certifyWays)[number];

/** The operation that requests each kind of certificate, and the counter of the quota that it uses. */
export const certifying = {
  single: { operation: 'certifyWitness', counter: 'nom151' },
  grouped: { operation: 'scheduleGroupedCertification', counter: 'groupedNOM151' },
} as const satisfies Record<CertifyWay, { operation: OperationName; counter: string }>;

/**
 * Where a witness stands before it is certified in one of the ways, by the service's word. `pending`: the service has
 * it and gives no date yet. `own`: it has a certificate of its own, to which one of a group would add nothing.
 */
export type CertifyStanding = 'certifiable' | 'already' | 'pending' | 'own' | 'not-ours';

/** @param organizationId the caller's, where it is known */
export function standingOf(
  witness: Witness,
  organizationId: string | undefined,
  way: CertifyWay,
): CertifyStanding {
  const { nom151, merkleized } = strategies(witness);
  if (certifiedAt(witness, way)) return 'already';
  if (nom151) return way === 'single' || !nom151.createdAt ? 'pending' : 'own';
  if (way === 'grouped' && merkleized && !merkleized.merkleRoot) return 'pending';
  const owner = witness.organization?.id;
  return owner && organizationId && owner !== organizationId ? 'not-ours' : 'certifiable';
}

/** The date of the certificate, by the service: of the hash, or of the batch whose root is certified. */
export function certifiedAt(witness: Witness, way: CertifyWay): string | undefined {
  const { nom151, merkleized } = strategies(witness);
  if (way === 'single') return nom151?.createdAt ?? undefined;
  return merkleized?.nom151Provider && merkleized.merkleRoot
    ? (merkleized.createdAt ?? undefined)
    : undefined;
}
