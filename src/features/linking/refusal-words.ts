import { ApiError, type ErrorKind } from '#client/http/errors.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';

/** Why a link was not made or not removed, in the words of this page. */
export interface RefusalWords {
  readonly text: string;
  /** There is a link already: not a failure. */
  readonly already: boolean;
}

export function makeRefusalWords(error: unknown): RefusalWords {
  if (error instanceof ApiError && error.kind === 'conflict')
    return { text: m.linking_already(), already: true };
  return refusalWords(error, {
    'key-refused': m.linking_token_unknown,
    forbidden: m.linking_token_not_person,
    absent: m.linking_absent,
    'not-found': m.linking_absent,
  });
}

export const undoRefusalWords = (error: unknown): RefusalWords =>
  refusalWords(error, { 'key-refused': m.linking_token_unknown, forbidden: m.linking_undo_forbidden });

function refusalWords(error: unknown, words: Partial<Record<ErrorKind, () => string>>): RefusalWords {
  // 200 with null is no refusal: the change may have been made.
  const own = error instanceof ApiError && error.request.status !== 200 ? words[error.kind] : undefined;
  return { text: own?.() ?? describeFailure(error).text, already: false };
}
