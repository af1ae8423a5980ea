import { use } from 'react';
import type { Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { verdictSentence, type VerdictSentence } from './texts/verdict-sentence.ts';
import { UnreadPieces, waitsForUnread } from './unread.ts';

/**
 * The verdict in a sentence; where it waits for evidence that could not be read, that is what the sentence says, whatever
 * else is open: with that evidence the rest may come out otherwise.
 */
export function useVerdictSentence(report: Report): VerdictSentence & { readonly isUnread: boolean } {
  const { options } = useFormat();
  const unread = use(UnreadPieces);
  const verdict = verdictSentence(report, options);
  const { decided, next: _, code: _code, ...facts } = verdict.facts;
  const waits = (check: Check): boolean => waitsForUnread(check, unread);
  const isUnread =
    (decided !== undefined && waits(decided.check)) ||
    (verdict.state === 'INDETERMINATE' &&
      report.sections.some(({ counts, checks }) => counts && checks.some(waits)));
  if (!isUnread) return { ...verdict, isUnread };
  return { ...verdict, sentence: m.verdicts_s_unread(), facts, isUnread: true };
}
