import type { Witness } from '#contract/resources/resources.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { Link } from '#ui/actions/link.tsx';
import { OwningCard } from '#widgets/owning/owning-card.tsx';
import { paths } from '#widgets/paths.ts';
import { ReportInputs } from '#widgets/report/report-inputs.tsx';
import { SectionCard } from '#widgets/report/section-card.tsx';
import { m } from '#i18n/messages.ts';
import { ReportedCard, ReportedClaim, ReportedStrategies } from './reported-cards.tsx';
import type { ActOnNext } from '#widgets/verification/next-action.ts';
import css from './reported-sections.module.css';

/** Claim and token with their checks, then what the service tells, then what the verdict hangs on. */
export function ReportedSections({
  witness,
  ofSignature,
  documentWitness,
  report,
  onNext,
}: {
  witness: Witness;
  ofSignature: boolean;
  /** Where this one is of a signature. */
  documentWitness: string | undefined;
  report: Report;
  onNext: ActOnNext;
}) {
  const sections = report.sections.filter(({ key }) => key === 'claim' || key === 'token');
  const token = witness.endorsable?.id;
  return (
    <div className={css.columns}>
      <Stack style={{ gap: 14 }}>
        {sections.map((section) => (
          <SectionCard key={section.key} section={section} onNext={onNext}>
            {token != null && (
              <p style={{ margin: '0 0 4px' }}>
                <Link to={paths.token(token)}>{m.wallets_owning_to_token()}</Link>
              </p>
            )}
          </SectionCard>
        ))}
        <OwningCard {...{ witness, ofSignature, documentWitness }} />
        <ReportedClaim witness={witness} />
        <Card title={m.inspector_inputs()}>
          <ReportInputs report={report} />
        </Card>
      </Stack>
      <Stack style={{ gap: 14 }}>
        <ReportedCard witness={witness} />
        <ReportedStrategies witness={witness} />
      </Stack>
    </div>
  );
}
