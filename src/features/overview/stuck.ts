import { isStub } from '#api/hydration.ts';
import { inviteStatus, tally, witnessDate } from '#api/reading.ts';
import type { SignatureRequest, SignatureRequestInvite, Subject } from '#contract/resources.ts';
import { certificateStanding } from '#widgets/certificate-state.tsx';

/** Why something waits for a person of the organization. */
export type Cause = 'rejected' | 'unwitnessed' | 'unanswered' | 'certificate' | 'unlinked' | 'draft';

export const causes: readonly Cause[] = [
  'rejected',
  'unwitnessed',
  'unanswered',
  'certificate',
  'unlinked',
  'draft',
];

/** One row of the work queue. */
export interface Stuck {
  readonly id: string;
  readonly cause: Cause;
  readonly request: SignatureRequest;
  /** Since when, RFC 3339. */
  readonly since: string;
  /** The people it is about: who rejected, who has not answered, whose certificate, who has no link. */
  readonly people: readonly Subject[];
}

/** Minutes that conservation may take before a signed request counts as stuck. */
const unwitnessedAfter = 10 * 60_000;
/** Time that signers have before a request counts as unanswered. */
const unansweredAfter = 2 * 86_400_000;

/**
 * What is stuck, most urgent first: by cause, then by age. A healthy request gives nothing; one request
 * gives one row, for its most urgent cause.
 *
 * @param linked ids of the linked subjects; undefined where the service does not tell
 */
export function findStuck(
  requests: readonly SignatureRequest[],
  now: Date,
  linked: ReadonlySet<string> | undefined,
): readonly Stuck[] {
  return requests
    .flatMap((request) => stuckOf(request, now, linked) ?? [])
    .sort((a, b) => causes.indexOf(a.cause) - causes.indexOf(b.cause) || a.since.localeCompare(b.since));
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
    id: `${cause} ${id}`,
    cause,
    request,
    since,
    people,
  });
  if (request.draft) {
    const without = linked
      ? peopleOf(invites).filter((subject) => subject.id && !linked.has(subject.id))
      : [];
    return without.length > 0
      ? found('unlinked', createdAt, without)
      : found('draft', request.updatedAt ?? createdAt);
  }
  const rejecting = invites.filter((invite) => inviteStatus(invite) === 'REJECTED');
  if (request.rejectedAt ?? rejecting[0])
    return found(
      'rejected',
      request.rejectedAt ?? rejecting[0]?.rejectedAt ?? createdAt,
      peopleOf(rejecting),
    );
  const { total, signed, pending } = tally(request);
  if (total > 0 && pending === 0 && signed > 0) return unwitnessed(request, now, found);
  const waiting = invites.filter((invite) => inviteStatus(invite) === 'PENDING');
  const unable = peopleOf(waiting).filter((subject) => cannotSign(subject, now));
  if (unable.length > 0) return found('certificate', createdAt, unable);
  const late = now.getTime() - Date.parse(createdAt) > unansweredAfter;
  return pending > 0 && late ? found('unanswered', createdAt, peopleOf(waiting)) : undefined;
}

function unwitnessed(
  request: SignatureRequest,
  now: Date,
  found: (cause: Cause, since: string) => Stuck,
): Stuck | undefined {
  // A witness of which only the id came says nothing of how it stands.
  if (request.witness && (isStub(request.witness) || witnessDate(request.witness))) return undefined;
  const answered = (request.invites ?? []).flatMap(({ signedAt }) => signedAt ?? []).sort();
  const since = answered[answered.length - 1] ?? request.updatedAt ?? request.createdAt ?? '';
  return now.getTime() - Date.parse(since) > unwitnessedAfter ? found('unwitnessed', since) : undefined;
}

function peopleOf(invites: readonly SignatureRequestInvite[]): Subject[] {
  return invites.flatMap(({ subject }) => (subject ? [subject] : []));
}

/** A pending signer whose certificate is gone, or goes before long, cannot be waited for in peace. */
function cannotSign({ certificate }: Subject, now: Date): boolean {
  const standing = certificateStanding(certificate, now);
  return standing === 'revoked' || standing === 'expired' || standing === 'expiring';
}
