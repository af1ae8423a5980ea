/** Evidence that exists and could not be read: what it would say is unknown, which is other than that it is not there. */
import { createContext } from 'react';
import type { Check, CheckId, ReasonCode } from '#proofs/check.ts';
import { m } from '#i18n/messages.ts';

export type Piece = 'request' | 'invite' | 'witness' | 'stamp' | 'events' | 'document' | 'owner';
export type Unread = ReadonlySet<Piece>;

/** The pieces of the evidence on a page that could not be read. */
export const UnreadPieces = createContext<Unread>(new Set());

/** What each check is about, by the start of its id. */
const piecesOf: readonly (readonly [start: string, pieces: readonly Piece[]])[] = [
  ['file.', ['document', 'request', 'witness']],
  ['signature.witness', ['witness']],
  ['signature.', ['invite', 'request']],
  ['certificate.', ['invite', 'request']],
  ['ocsp.', ['invite', 'request']],
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

const isUnread = (id: CheckId, unread: Unread): boolean => unreadPieceOf(id, unread) !== undefined;

function unreadPieceOf(id: CheckId, unread: Unread): Piece | undefined {
  return piecesOf.find(([start]) => id.startsWith(start))?.[1].find((piece) => unread.has(piece));
}

/** The check has no answer because its evidence could not be read. */
export const waitsForUnread = (check: Check, unread: Unread): boolean =>
  endsIn(check, absences) && isUnread(check.id, unread);

/** Nothing was given for a section, and what was to be given could not be read. */
export const isSectionUnread = (checks: readonly Check[], unread: Unread): boolean =>
  checks.some(({ id }) => isUnread(id, unread));

const sentences: Readonly<Record<Piece, () => string>> = {
  request: () => m.verdicts_unread_request(),
  invite: () => m.verdicts_unread_invite(),
  witness: () => m.verdicts_unread_witness(),
  stamp: () => m.verdicts_unread_stamp(),
  events: () => m.verdicts_unread_events(),
  document: () => m.verdicts_unread_document(),
  owner: () => m.verdicts_unread_owner(),
};

/** Names the piece that the first of the checks waits for; undefined where all of theirs could be read. */
export function unreadSentence(checks: readonly Pick<Check, 'id'>[], unread: Unread): string | undefined {
  const piece = checks.map(({ id }) => unreadPieceOf(id, unread)).find((one) => one !== undefined);
  return piece && sentences[piece]();
}
