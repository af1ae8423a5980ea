import { use } from 'react';
import type { Report } from '#proofs/verdict/report.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { verdictSentence, type VerdictSentence } from './texts/verdict-sentence.ts';
import { UnreadPieces, waitsForUnread } from './unread.ts';

/** The verdict in a sentence; where it waits for evidence that could not be read, that is what the sentence says. */
export function useVerdictSentence(report: Report): VerdictSentence & { readonly isUnread: boolean } {
  const { options } = useFormat();
  const unread = use(UnreadPieces);
  const verdict = verdictSentence(report, options);
  const { decided, next: _, code: _code, ...facts } = verdict.facts;
  if (decided === undefined || !waitsForUnread(decided.check, unread)) return { ...verdict, isUnread: false };
  return { ...verdict, sentence: m.verdicts_s_unread(), facts, isUnread: true };
}
