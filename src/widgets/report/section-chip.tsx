import { use } from 'react';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { ReportedChip, VerdictChip, WarningsChip } from '#ui/verdicts/verdict-chip.tsx';
import { m } from '#i18n/messages.ts';
import { isSectionUnread, UnreadPieces } from './unread.ts';
import { waitOf } from './texts/unqueried.ts';
import { standOf, stateOf } from './texts/verdict-sentence.ts';

/** What a section came to. What only the service says has no verdict: it is consistent as reported, or it is not. */
export function SectionChip({ section }: { section: Pick<ReportSection, 'verdict' | 'checks'> }) {
  const stand = standOf(section);
  const { warnings } = section.verdict;
  const unread = use(UnreadPieces);
  const wait = waitOf(section.checks);
  if (wait === 'confirmation') return <ReportedChip>{m.verdicts_reported()}</ReportedChip>;
  if (stand === 'reported') {
    const isDoubtful = section.checks.some(({ status }) => status === 'FAILED' || status === 'INDETERMINATE');
    return isDoubtful ? (
      <WarningsChip count={Math.max(1, warnings)} />
    ) : (
      <ReportedChip>{m.verdicts_reported()}</ReportedChip>
    );
  }
  // Nothing about it is in doubt until a node is queried.
  if (wait === 'node') return <VerdictChip state="NOT_RUN">{m.inspector_unqueried()}</VerdictChip>;
  const isUnread = stand === 'not-given' && isSectionUnread(section.checks, unread);
  return <VerdictChip state={isUnread ? 'INDETERMINATE' : stateOf(stand)} warnings={warnings} />;
}
