import { parseInteger } from '#clock/instants.ts';
import { strategies } from '#client/queries/reading.ts';
import type { Witness } from '#contract/resources/resources.ts';

/**
 * How far a document is on its way to being a token, by the service's word.
 *
 * - `free` nobody is named as its first owner, and the caller may name somebody · `foreign` the caller may not
 * - `proving` named; the third party's proof, by which a token is minted, has not come · `authorizing` proven; the
 *   claim is not authorized yet · `claimable` the owner may claim it
 * - `minted` claimed; the token is not reported yet · `token` the token is reported
 */
export type OwningState = 'free' | 'foreign' | 'proving' | 'authorizing' | 'claimable' | 'minted' | 'token';

/** @param organizationId for whom the reader acts; undefined: not known, and then the service decides */
export function owningState(witness: Witness, organizationId: string | undefined): OwningState {
  if (witness.endorsable?.id != null) return 'token';
  if (witness.claimed) return 'minted';
  if (witness.claiming) return 'claimable';
  if (witness.initialOwner) return strategies(witness).external?.timestamp ? 'authorizing' : 'proving';
  const of = witness.organization?.id;
  return of && organizationId && of !== organizationId ? 'foreign' : 'free';
}

/** Whether something is on its way without anybody's doing. */
export function isUnderWay(state: OwningState): boolean {
  return state === 'proving' || state === 'authorizing' || state === 'minted';
}

/** The id of the witness's token, there or to come: its hash as a whole number (Rule EN-1). */
export function tokenIdOf({ endorsable, hash }: Witness): bigint | undefined {
  if (endorsable?.id != null) return parseInteger(endorsable.id);
  const bare = hash?.replace(/^0x/i, '') ?? '';
  return /^[0-9a-f]{64}$/i.test(bare) ? parseInteger(`0x${bare}`) : undefined;
}
