import type { ReactNode } from 'react';
import type { Basis, Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { Explained } from '#widgets/marks/explained.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { GuideLink } from '#widgets/marks/guide-link.tsx';
import { bases, strategyWords } from '#widgets/marks/mark-texts.ts';
import { blockName } from '#widgets/report/texts/part-names.ts';
import { isUnqueried } from '#widgets/report/texts/unqueried.ts';
import { isWithoutBasis } from '#widgets/report/unread.ts';
import css from './explained-marks.module.css';

/** The mark of a strategy, which explains itself under the pointer, with the focus and when it is pressed. */
export function MarkButton({ name, children }: { name: BlockName; children: ReactNode }) {
  return (
    <Explained label={blockName(name)} text={strategyWords(name)}>
      {children}
    </Explained>
  );
}

/** Each basis that a mark of the report shows, once, with what it means, and the way to the guide. */
export function MarkLegend({ report }: { report: Report }) {
  return (
    <div className={css.legend}>
      {bases
        .filter((basis) => isUsed(report, basis))
        .map((basis) => (
          <ExplainedBasis key={basis} basis={basis} />
        ))}
      <GuideLink />
    </div>
  );
}

const isUsed = ({ sections }: Report, basis: Basis): boolean =>
  sections.some(({ checks }) => checks.some((check) => check.basis === basis && isMarked(check, checks)));

/** The row of a check, or the banner, says what it rests on. */
const isMarked = (check: Check, beside: readonly Check[]): boolean =>
  check.status === 'PASSED' ||
  check.status === 'FAILED' ||
  (check.status === 'INDETERMINATE' && !isUnqueried(check, beside) && !isWithoutBasis(check));
