import { isUnread, requestState, type RequestState } from '#api/reading.ts';
import type { SignatureRequest } from '#contract/resources.ts';

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

export function stateOf(request: SignatureRequest): KnownState {
  const state = requestState(request);
  if (state !== 'draft' && isUnread(request, ...tellingState)) return 'unknown';
  return state === 'unsigned' && !saysWhoSigns(request) ? 'unknown' : state;
}
