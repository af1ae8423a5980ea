import type { Report } from '#proofs/verdict/report.ts';
import { CheckList } from '../checks/check-list.tsx';
import { ExistenceBlocks, SignerSection } from '../existence-blocks.tsx';
import { inviteIndexOf } from '../texts/part-names.ts';
import { ReportBanner } from '../report-banner.tsx';
import { ReportInputs } from '../report-inputs.tsx';
import { CheckPaper, SectionCard } from '../section-card.tsx';
import { findingOf, sectionSentence } from '../texts/verdict-sentence.ts';

/** Every way in which a report is shown, all at once, nothing folded that can be unfolded from outside. */
export function WholeReport({ report }: { report: Report }) {
  return (
    <>
      <ReportBanner report={report} />
      <p>{findingOf(report)}</p>
      {report.sections.map((section) => (
        <div key={section.key}>
          <p>{sectionSentence(section)}</p>
          {section.blocks === undefined ? (
            inviteIndexOf(section.key) === undefined ? (
              <SectionCard section={section} />
            ) : (
              <CheckPaper>
                <SignerSection section={section} />
              </CheckPaper>
            )
          ) : (
            <CheckPaper>
              <ExistenceBlocks section={section} />
            </CheckPaper>
          )}
          <CheckList checks={section.checks} />
        </div>
      ))}
      <ReportInputs report={report} />
    </>
  );
}
