import { inviteStatuses, type InviteStatus } from '#contract/resources/kinds.ts';
import type { SignatureRequest, SignatureRequestInvite, Witness } from '#contract/resources/resources.ts';
import type { WitnessExternal } from '#contract/resources/witness.ts';

// Readings of facts that services send in more than one form. All of them are only reported by the service.

/**
 * Whether the service sent one of these fields in a form that could not be read (see read-answer.ts): then nothing
 * follows from its absence.
 */
export function isUnread(resource: object, ...fields: readonly string[]): boolean {
  return unreadFields(resource).some((field) => field === '*' || fields.includes(field));
}

/** Names of the fields that a resource came with and that could not be read. */
export function unreadFields(resource: object): readonly string[] {
  const left: unknown = 'unreadable' in resource ? resource.unreadable : undefined;
  return Array.isArray(left) ? left.filter((field): field is string => typeof field === 'string') : [];
}

/** Fields of an invite that show nothing about its answer. */
const aboutWhom: readonly string[] = ['id', 'subject', 'signatureRequest'];

/**
 * An invite's status: the field where it is sent, else derived from what the invite carries (Rule IV-1).
 * A value outside the known four stays as text. Undefined: of the invite only came who it is (Rule WI-14);
 * to call that one pending would deny an answer that may exist. So would to derive it where a part of it
 * could not be read.
 */
export function inviteStatus(invite: SignatureRequestInvite): InviteStatus | (string & {}) | undefined {
  if (invite.id && Object.keys(invite).every((name) => aboutWhom.includes(name))) return undefined;
  if (invite.status) return invite.status;
  if (isUnread(invite, 'status', 'rejectedAt', 'witness', 'signature', 'signedAt')) return undefined;
  if (invite.rejectedAt) return 'REJECTED';
  if (invite.witness && witnessDate(invite.witness)) return 'WITNESSED';
  if (invite.signature || invite.signedAt) return 'SIGNED';
  return 'PENDING';
}

export function isKnownStatus(status: string): status is InviteStatus {
  return inviteStatuses.some((known) => known === status);
}

/** When it was rejected, as far as the service says it. The first of several rejections made it so. */
export function rejectionDate({ rejectedAt, invites }: SignatureRequest): string | undefined {
  const dates = (invites ?? []).flatMap((invite) =>
    inviteStatus(invite) === 'REJECTED' ? (invite.rejectedAt ?? []) : [],
  );
  return rejectedAt ?? dates.sort()[0];
}

/** Numbers of invites by what became of them. */
export interface Tally {
  readonly total: number;
  readonly pending: number;
  readonly signed: number;
  readonly witnessed: number;
  readonly rejected: number;
  /** Invites whose status is none of the four, was not sent or could not be read: their answers are not known. */
  readonly unknown: number;
}

/**
 * Counts answers from the invites where they are sent, else from the request's own tallies, which are
 * numbers, arrays or flags (Rule SR-5).
 */
export function tally(request: SignatureRequest): Tally {
  const invites = request.invites;
  const statuses = (invites ?? []).map(inviteStatus);
  if (statuses.length > 0 && !statuses.includes(undefined)) {
    const of = (status: string): number => statuses.filter((known) => known === status).length;
    return {
      total: statuses.length,
      pending: of('PENDING'),
      signed: of('SIGNED') + of('WITNESSED'),
      witnessed: of('WITNESSED'),
      rejected: of('REJECTED'),
      unknown: statuses.filter((status) => status !== undefined && !isKnownStatus(status)).length,
    };
  }
  const signed = count(request.signed);
  const pending = count(request.pending);
  const rejected = count(request.rejected);
  const counted = signed + pending + rejected;
  const total = Math.max(counted, invites?.length ?? 0);
  return {
    total,
    pending,
    signed,
    witnessed: 0,
    rejected,
    unknown: total - counted,
  };
}

function count(value: SignatureRequest['signed']): number {
  // Negative numbers cannot be a number of people.
  if (typeof value === 'number') return value > 0 ? Math.floor(value) : 0;
  if (Array.isArray(value)) return value.length;
  return value === true ? 1 : 0;
}

/** The three ways in which a witness can be conserved; null and absent alike mean "not". */
export interface Strategies {
  readonly nom151: NonNullable<Witness['nom151']> | undefined;
  readonly merkleized: NonNullable<Witness['merkleized']> | undefined;
  readonly external: WitnessExternal | undefined;
}

export function strategies(witness: Witness): Strategies {
  // A live deployment names the third-party strategy otherwise; what it holds is the same.
  const external = witness.witnessExternal ?? (witness.witnessCo as WitnessExternal | null | undefined);
  return {
    nom151: witness.nom151 ?? undefined,
    merkleized: witness.merkleized ?? undefined,
    external: external ?? undefined,
  };
}

/** Dates of the processed strategies; the fields of a strategy are null until it is processed. */
export function strategyDates(witness: Witness): { nom151?: string; merkleized?: string; external?: string } {
  const { nom151, merkleized, external } = strategies(witness);
  const merkleizedAt = merkleized?.merkleRoot ? merkleized.createdAt : undefined;
  return {
    ...(nom151?.createdAt ? { nom151: nom151.createdAt } : {}),
    ...(merkleizedAt ? { merkleized: merkleizedAt } : {}),
    ...(external?.timestamp ? { external: external.timestamp } : {}),
  };
}

/** The key under which a document's bytes are stored: `pdf` and `json` are so named, any other kind begins with `raw` (Rule SR-7). */
export function contentKeyOf({ content }: SignatureRequest): string | undefined {
  const entries: [string, unknown][] = Object.entries(content ?? {});
  const isKey = ([name, value]: [string, unknown]): boolean =>
    typeof value === 'string' && (name === 'pdf' || name === 'json' || name.startsWith('raw'));
  return entries.find(isKey)?.[1] as string | undefined; // isKey says that it is text
}

/** Date of the first witness of the hash, as reported by the service. */
export function witnessDate(witness: Witness): string | undefined {
  return witness.timestampedAt ?? Object.values(strategyDates(witness)).sort()[0];
}

/** State of a request in the work queue. */
export type RequestState = 'draft' | 'waiting' | 'rejected' | 'signed' | 'witnessed' | 'unsigned';

export function requestState(request: SignatureRequest): RequestState {
  if (request.draft) return 'draft';
  const { total, pending, signed, rejected } = tally(request);
  if (rejected > 0 || request.rejectedAt) return 'rejected';
  if (pending > 0 || !request.finalized) return total === 0 ? 'unsigned' : 'waiting';
  return request.witness && witnessDate(request.witness) ? 'witnessed' : signed > 0 ? 'signed' : 'unsigned';
}
