import { inviteStatus, strategyDates } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { hasUnknownDates, saysWhoSigns } from '../state.ts';

export interface TimelineEvent {
  readonly kind: 'created' | 'sent' | 'invited' | 'signed' | 'rejected' | 'finalized' | 'preserved';
  /** RFC 3339; absent: the service does not say when. */
  readonly at: string | undefined;
  /** Expected, not yet so. */
  readonly future: boolean;
  readonly subject?: string;
  readonly strategy?: 'nom151' | 'merkleized' | 'external';
}

/**
 * A request's events, oldest first, then what is still expected. The interface has no instant of sending
 * and none of finalizing: the first is not said, the second is that of the last answer.
 */
export function timelineOf(request: SignatureRequest): readonly TimelineEvent[] {
  const invites = request.invites ?? [];
  const subjectOf = (invite: (typeof invites)[number]) =>
    invite.subject?.id ? { subject: invite.subject.id } : {};
  const past: TimelineEvent[] = [{ kind: 'created', at: request.createdAt ?? undefined, future: false }];
  for (const invite of invites)
    if (invite.createdAt)
      past.push({ kind: 'invited', at: invite.createdAt, future: false, ...subjectOf(invite) });
  const answers: TimelineEvent[] = [];
  for (const invite of invites) {
    const status = inviteStatus(invite);
    if (status === 'REJECTED')
      answers.push({
        kind: 'rejected',
        at: invite.rejectedAt ?? undefined,
        future: false,
        ...subjectOf(invite),
      });
    // A status that is not known is no signature.
    else if (status === 'SIGNED' || status === 'WITNESSED')
      answers.push({ kind: 'signed', at: invite.signedAt ?? undefined, future: false, ...subjectOf(invite) });
  }
  past.push(...answers);
  // Without the answers nothing says when it ended.
  if (request.finalized && answers.length > 0)
    past.push({
      kind: 'finalized',
      at:
        answers
          .map(({ at }) => at ?? '')
          .sort()
          .at(-1) || undefined,
      future: false,
    });
  const dates = request.witness ? strategyDates(request.witness) : {};
  for (const strategy of ['nom151', 'merkleized', 'external'] as const)
    if (dates[strategy]) past.push({ kind: 'preserved', at: dates[strategy], future: false, strategy });

  const rank = (kind: TimelineEvent['kind']): number => order.indexOf(kind);
  past.sort((a, b) => (a.at ?? '9').localeCompare(b.at ?? '9') || rank(a.kind) - rank(b.kind));

  const future: TimelineEvent[] = [];
  if (request.draft) future.push({ kind: 'sent', at: undefined, future: true });
  for (const invite of invites)
    if (inviteStatus(invite) === 'PENDING')
      future.push({ kind: 'signed', at: undefined, future: true, ...subjectOf(invite) });
  if (!request.finalized && (request.draft || saysWhoSigns(request)))
    future.push({ kind: 'finalized', at: undefined, future: true });
  const signs = answers.some(({ kind }) => kind === 'signed') || future.some(({ kind }) => kind === 'signed');
  if (Object.keys(dates).length === 0 && signs && !hasUnknownDates(request.witness))
    future.push({ kind: 'preserved', at: undefined, future: true });
  return [...past, ...future];
}

const order: readonly TimelineEvent['kind'][] = [
  'created',
  'sent',
  'invited',
  'signed',
  'rejected',
  'finalized',
  'preserved',
];
