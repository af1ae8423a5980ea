/** Evidence that exists and could not be read: what it would say is unknown, which is other than that it is not there. */
import { createContext } from 'react';
import type { Check, ReasonCode } from '#proofs/check.ts';
import { m } from '#i18n/messages.ts';

export type Piece =
  | 'request'
  | 'invite'
  | 'certificate'
  | 'issuer'
  | 'subject'
  | 'witness'
  | 'stamp'
  | 'events'
  | 'document'
  | 'owner';

/** Every piece by its kind, and again by whose it is: of the section of a signer, or of the page's own object. */
export type Unread = ReadonlySet<Piece | `${'page' | `invites[${number}]`}.${Piece}`>;

/** The pieces of the evidence on a page that could not be read. */
export const UnreadPieces = createContext<Unread>(new Set());

/**
 * What a section waits for: it is not open for what another signer, or the page's own object, lacks. The request is what
 * all of them are read from. A page about one signature has no other part.
 */
export function unreadIn(section: string, unread: Unread): Unread {
  if (section === 'signature') return unread;
  const owner = /^invites\[\d+\]/.exec(section)?.[0] ?? 'page';
  const own = [...unread].filter((one) => one.startsWith(`${owner}.`));
  const isOwn = (piece: Piece): boolean => own.some((one) => one === `${owner}.${piece}`);
  return new Set([...own, ...pieces.filter((one) => (one === 'request' ? unread.has(one) : isOwn(one)))]);
}

/** Where nothing proves when it was made, a signature is checked as of now: the proof may be what could not be read. */
const isCheckedAsOfNow = ({ status, reason }: Check): boolean =>
  status === 'INDETERMINATE' &&
  reason !== undefined &&
  (reason.code === 'REVOKED_NO_POE' || (reason.code === 'X_OCSP_STALE' && reason.detail?.against === 'now'));

/** What each check is about, by the start of its id and, where that differs by it, the reason that it is open for. */
const piecesOf: readonly (readonly [
  start: string,
  pieces: readonly Piece[],
  reasons?: readonly ReasonCode[],
])[] = [
  ['file.', ['document', 'request', 'witness']],
  ['signature.witness', ['witness']],
  ['signature.', ['invite', 'certificate', 'request'], ['NO_SIGNING_CERTIFICATE_FOUND', 'X_EVIDENCE_ABSENT']],
  ['signature.', ['invite', 'request']],
  ['certificate.identity', ['certificate', 'subject', 'request']],
  ['certificate.', ['certificate', 'request']],
  // The response comes with the signature: what may be awaited beside it is the certificates that it is checked with.
  ['ocsp.', ['certificate', 'issuer', 'request'], ['NO_SIGNING_CERTIFICATE_FOUND']],
  ['ocsp.', ['witness', 'stamp', 'request'], ['X_OCSP_STALE', 'REVOKED_NO_POE']],
  ['ocsp.', ['request']],
  ['nom151.', ['stamp', 'witness']],
  ['merkleized.', ['stamp', 'witness']],
  ['external.', ['witness']],
  ['claim.', ['owner', 'witness']],
  ['token.', ['events', 'owner']],
];

/** A check ends with these where its evidence was not given. */
const absences: readonly ReasonCode[] = [
  'X_EVIDENCE_ABSENT',
  'X_STAMP_ABSENT',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'SIGNED_DATA_NOT_FOUND',
];

const endsIn = ({ status, reason }: Check, codes: readonly ReasonCode[]): boolean =>
  status === 'INDETERMINATE' && reason !== undefined && codes.includes(reason.code);

/** There was nothing yet to compute the check from: it rests on nothing. */
export const isWithoutBasis = (check: Check): boolean => endsIn(check, [...absences, 'X_ANCHOR_PENDING']);

type About = Pick<Check, 'id' | 'reason'>;

const isUnread = (check: About, unread: Unread): boolean => unreadPieceOf(check, unread) !== undefined;

function unreadPieceOf({ id, reason }: About, unread: Unread): Piece | undefined {
  const isAbout = ([start, , reasons]: (typeof piecesOf)[number]): boolean =>
    id.startsWith(start) &&
    (reasons === undefined || (reason !== undefined && reasons.includes(reason.code)));
  return piecesOf.find(isAbout)?.[1].find((piece) => unread.has(piece));
}

/** The check has no answer because its evidence could not be read. */
export const waitsForUnread = (check: Check, unread: Unread): boolean =>
  (endsIn(check, absences) || isCheckedAsOfNow(check)) && isUnread(check, unread);

/** Nothing was given for a section, and what was to be given could not be read. */
export const isSectionUnread = (checks: readonly Check[], unread: Unread): boolean =>
  checks.some((check) => isUnread(check, unread));

const sentences: Readonly<Record<Piece, () => string>> = {
  request: () => m.verdicts_unread_request(),
  invite: () => m.verdicts_unread_invite(),
  certificate: () => m.verdicts_unread_certificate(),
  issuer: () => m.verdicts_unread_issuer(),
  subject: () => m.verdicts_unread_person(),
  witness: () => m.verdicts_unread_witness(),
  stamp: () => m.verdicts_unread_stamp(),
  events: () => m.verdicts_unread_events(),
  document: () => m.verdicts_unread_document(),
  owner: () => m.verdicts_unread_owner(),
};

const pieces = Object.keys(sentences) as readonly Piece[];

/** Names the piece that the first of the checks waits for; undefined where all of theirs could be read. */
export function unreadSentence(checks: readonly About[], unread: Unread): string | undefined {
  const piece = checks.map((check) => unreadPieceOf(check, unread)).find((one) => one !== undefined);
  return piece && sentences[piece]();
}
