import { isStub } from '#client/queries/hydration.ts';
import { inviteStatus, rejectionDate, tally, witnessDate } from '#client/queries/reading.ts';
import type {
  SignatureRequest,
  SignatureRequestInvite,
  Subject,
  Witness,
} from '#contract/resources/resources.ts';
import { certificateStanding } from '#widgets/people/certificate-state.tsx';

/** Why something waits for a person of the organization. */
export type Cause =
  | 'rejected'
  | 'unfinalized'
  | 'unwitnessed'
  | 'unanswered'
  | 'certificate'
  | 'unlinked'
  | 'unsigned'
  | 'claimable'
  | 'draft';

export const causes: readonly Cause[] = [
  'rejected',
  'unfinalized',
  'unwitnessed',
  'unanswered',
  'certificate',
  'unlinked',
  'unsigned',
  'claimable',
  'draft',
];

/** One row of the work queue. */
export interface Stuck {
  /** Of what it is about, so that it stays the same row while more is read and another cause turns out. */
  readonly id: string;
  readonly cause: Cause;
  readonly request: SignatureRequest | undefined;
  /** Whose token waits to be claimed; only for that cause. */
  readonly witness: Witness | undefined;
  /** Since when, RFC 3339. */
  readonly since: string;
  /** The people it is about: who rejected, who has not answered, whose certificate, who has no link, who may claim. */
  readonly people: readonly Subject[];
}

/** Minutes that the service has to close what all have signed, and then to have it witnessed. */
export const settledWithinMinutes = 10;
export const settledWithinMs = settledWithinMinutes * 60_000;
/** Time that signers have before a request counts as unanswered, ms. */
export const unansweredAfterMs = 2 * 86_400_000;

/** What the radar looks at. */
interface Looked {
  readonly requests: readonly SignatureRequest[];
  /** Witnesses among which there may be some to claim. */
  readonly witnesses?: readonly Witness[] | undefined;
  /** Ids of the linked subjects; undefined where the service does not tell. */
  readonly linked?: ReadonlySet<string> | undefined;
  /** Ids of rejected requests that were sent again, with those of their replacements. */
  readonly corrected?: ReadonlyMap<string, string> | undefined;
}

/**
 * What is stuck, most urgent first: by cause, then by age. What is healthy gives nothing; one request gives
 * one row, for its most urgent cause.
 */
export function findStuck(
  { requests, witnesses = [], linked, corrected }: Looked,
  now: Date,
): readonly Stuck[] {
  // What was corrected in a draft still waits, until that was sent.
  const drafts = new Set(requests.flatMap(({ id, draft }) => (id && draft ? [id] : [])));
  const isSentAgain = ({ request, cause }: Stuck): boolean => {
    const replacement = corrected?.get(request?.id ?? '');
    return cause === 'rejected' && replacement !== undefined && !drafts.has(replacement);
  };
  return [
    ...requests.flatMap((request) => stuckOf(request, now, linked) ?? []).filter((row) => !isSentAgain(row)),
    ...witnesses.flatMap((witness) => unclaimed(witness, requests) ?? []),
  ].sort((a, b) => causes.indexOf(a.cause) - causes.indexOf(b.cause) || a.since.localeCompare(b.since));
}

function stuckOf(
  request: SignatureRequest,
  now: Date,
  linked: ReadonlySet<string> | undefined,
): Stuck | undefined {
  const { id, createdAt } = request;
  if (!id || !createdAt) return undefined;
  const invites = request.invites ?? [];
  const found = (cause: Cause, since: string, people: readonly Subject[] = []): Stuck => ({
    id: `request ${id}`,
    cause,
    request,
    witness: undefined,
    since,
    people,
  });
  const { total, signed, pending, rejected, unknown } = tally(request);
  if (request.draft) {
    // A draft without signers is somebody's unfinished work; with them, people are named who were never invited.
    if (total === 0) return undefined;
    const without = linked
      ? peopleOf(invites).filter((subject) => subject.id && !linked.has(subject.id))
      : [];
    return without.length > 0
      ? found('unlinked', createdAt, without)
      : found('draft', request.updatedAt ?? createdAt);
  }
  // Sent to nobody, it waits for no answer and never ends by itself; its invites may just be on their way.
  if (total === 0 && tellsInvites(request)) {
    const since = request.updatedAt ?? createdAt;
    return now.getTime() - Date.parse(since) > settledWithinMs ? found('unsigned', since) : undefined;
  }
  const rejecting = invites.filter((invite) => inviteStatus(invite) === 'REJECTED');
  if (request.rejectedAt || rejecting.length > 0 || rejected > 0)
    return found('rejected', rejectionDate(request) ?? createdAt, peopleOf(rejecting));
  if (total > 0 && pending === 0 && signed > 0 && unknown === 0) return unsettled(request, now, found);
  const waiting = invites.filter((invite) => inviteStatus(invite) === 'PENDING');
  const unable = peopleOf(waiting).filter((subject) => cannotSign(subject, now));
  if (unable.length > 0) return found('certificate', createdAt, unable);
  const late = now.getTime() - Date.parse(createdAt) > unansweredAfterMs;
  return pending > 0 && late ? found('unanswered', createdAt, peopleOf(waiting)) : undefined;
}

/** Whether that there are no invites is what the service says, and not what it leaves out. */
const tellsInvites = ({ invites, signed, pending, rejected }: SignatureRequest): boolean =>
  invites != null || [signed, pending, rejected].every((count) => count != null);

/**
 * Whether a request may be stuck and nothing shows it: who signs was not sent, an answer is not known, or only the id of
 * its witness came.
 */
export function mayBeStuck(request: SignatureRequest): boolean {
  const { draft, invites, witness } = request;
  if (draft || (witness && witnessDate(witness))) return false;
  const isUnread = invites?.some((invite) => inviteStatus(invite) === undefined) ?? !tellsInvites(request);
  return isUnread || isStub(witness);
}

/** All have signed: the service owes the closing, then the witness. */
function unsettled(
  request: SignatureRequest,
  now: Date,
  found: (cause: Cause, since: string) => Stuck,
): Stuck | undefined {
  // A witness of which only the id came says nothing of how it stands.
  if (request.witness && (isStub(request.witness) || witnessDate(request.witness))) return undefined;
  const answered = (request.invites ?? []).flatMap(({ signedAt }) => signedAt ?? []).sort();
  const since = answered[answered.length - 1] ?? request.updatedAt ?? request.createdAt ?? '';
  if (now.getTime() - Date.parse(since) <= settledWithinMs) return undefined;
  // Where the service does not say whether it is closed, what is missing for certain is the witness.
  return found(request.finalized === false ? 'unfinalized' : 'unwitnessed', since);
}

/** Somebody may claim the token and has not (Rule WN-3). */
function unclaimed(witness: Witness, requests: readonly SignatureRequest[]): Stuck | undefined {
  const { id, claiming, claimed, endorsable, initialOwner, signatureRequest } = witness;
  const since = claiming?.createdAt ?? witness.updatedAt ?? witness.createdAt;
  if (!id || !claiming || claimed || endorsable || !since) return undefined;
  return {
    id: `claimable ${id}`,
    cause: 'claimable',
    request: requests.find((request) => request.id === signatureRequest?.id) ?? signatureRequest ?? undefined,
    witness,
    since,
    people: initialOwner ? [initialOwner] : [],
  };
}

function peopleOf(invites: readonly SignatureRequestInvite[]): Subject[] {
  return invites.flatMap(({ subject }) => (subject ? [subject] : []));
}

/** A pending signer whose certificate is gone, or goes before long, cannot be waited for in peace. */
function cannotSign({ certificate }: Subject, now: Date): boolean {
  const standing = certificateStanding(certificate, now);
  return standing === 'revoked' || standing === 'expired' || standing === 'expiring';
}
