import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Trust } from '../verification/context/verification-context.ts';

/** The networks whose nodes can be queried about the evidence. */
export function networksOf({ witness, invites = [] }: Evidence, trust: Trust): number[] {
  const witnesses = [witness, ...invites.map((invite) => invite.witness)].filter((one) => one !== undefined);
  const named = [
    ...witnesses.map(({ merkleized }) => merkleized?.network),
    ...(witnesses.some(({ external }) => external) ? [trust.range?.network] : []),
    witness?.claiming?.network,
    witness?.endorsable?.network,
  ];
  return [...new Set(named.filter((one) => one !== undefined))];
}
