import { isStub } from '#client/queries/hydration.ts';
import {
  inviteStatus,
  isUnread,
  requestState,
  tally,
  type RequestState,
  type Tally,
} from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';

/** Where a request stands; `unknown`: too little of it was sent, or could be read, to say. */
export type KnownState = RequestState | 'unknown';

const tellingState = [
  'draft',
  'finalized',
  'invites',
  'signed',
  'pending',
  'rejected',
  'rejectedAt',
  'witness',
] as const;

/** Whether anything was sent about who signs: without it nobody can be said to be missing. */
export function saysWhoSigns({ invites, signed, pending }: SignatureRequest): boolean {
  return invites != null || signed != null || pending != null;
}

/**
 * The answers, counted. Undefined where nothing says them: an invite of which only the id came, or that could not be
 * read, is no answer and no wait.
 */
export function knownTally(request: SignatureRequest): Tally | undefined {
  const { invites, signed, pending } = request;
  const isKnown = invites?.every((invite) => inviteStatus(invite) !== undefined);
  return isKnown || (signed != null && pending != null) ? tally(request) : undefined;
}

/** Whether it is known that no signer signed. */
export function nobodySigned(request: SignatureRequest): boolean {
  const known = knownTally(request);
  return known?.signed === 0 && known.unknown === 0;
}

/** Whether the witness may be conserved and it is not known: only its id came, or its dates could not be read. */
export function hasUnknownDates(witness: SignatureRequest['witness']): boolean {
  return (
    isStub(witness) ||
    (!!witness && isUnread(witness, 'timestampedAt', 'nom151', 'merkleized', 'witnessExternal', 'witnessCo'))
  );
}

export function stateOf(request: SignatureRequest): KnownState {
  const state = requestState(request);
  if (state !== 'draft' && isUnread(request, ...tellingState)) return 'unknown';
  if (state === 'signed' && hasUnknownDates(request.witness)) return 'unknown';
  return state === 'unsigned' && knownTally(request)?.total !== 0 ? 'unknown' : state;
}
