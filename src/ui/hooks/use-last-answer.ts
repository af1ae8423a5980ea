import { useState } from 'react';

export interface LastAnswer<Answer> {
  /** The answer to the question on screen; until it came, the one before it; undefined where there is neither. */
  readonly answer: Answer | undefined;
  /** The answer belongs to the question before: it may be shown, marked as such, and nothing may be done with it. */
  readonly isFormer: boolean;
}

interface Stored<Answer> {
  readonly question: string;
  readonly scope: string;
  readonly answer: Answer;
}

/**
 * Keeps the last answer in sight while the next question is open, and says that it is the former one. An answer that
 * changes for the same question (another refresh, more rows) is never a former one.
 *
 * @param question what the answer is to: another text is another question
 * @param scope what answers are never shown beyond: the service and its organization
 * @param answer a stable object; undefined while it has not come
 * @param failed the question on screen was answered with a failure, which takes the place of what was shown
 */
export function useLastAnswer<Answer extends object>({
  question,
  scope,
  answer,
  failed,
}: {
  question: string;
  scope: string;
  answer: Answer | undefined;
  failed: boolean;
}): LastAnswer<Answer> {
  const [stored, setStored] = useState<Stored<Answer>>();
  if (answer !== undefined) {
    if (stored?.answer !== answer || stored.question !== question || stored.scope !== scope)
      setStored({ question, scope, answer });
    return { answer, isFormer: false };
  }
  if (stored === undefined || failed || stored.scope !== scope) return { answer: undefined, isFormer: false };
  return { answer: stored.answer, isFormer: stored.question !== question };
}
