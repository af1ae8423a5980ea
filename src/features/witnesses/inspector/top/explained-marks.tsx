import type { ReactNode } from 'react';
import type { Basis } from '#proofs/check.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { Explained } from '#widgets/marks/explained.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { GuideLink } from '#widgets/marks/guide-link.tsx';
import { bases, strategyWords } from '#widgets/marks/mark-texts.ts';
import { blockName } from '#widgets/report/texts/part-names.ts';
import css from './explained-marks.module.css';

/** The mark of a strategy, which explains itself under the pointer, with the focus and when it is pressed. */
export function MarkButton({ name, children }: { name: BlockName; children: ReactNode }) {
  return (
    <Explained label={blockName(name)} text={strategyWords(name)}>
      {children}
    </Explained>
  );
}

/** Each basis on which something of the report rests, once, with what it means, and the way to the guide. */
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

const isUsed = (report: Report, basis: Basis): boolean =>
  allChecks(report).some((check) => check.status === 'PASSED' && check.basis === basis);
