import { useMemo, type ReactNode } from 'react';
import type { Basis } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { paths } from '#widgets/paths.ts';
import { accuracyWords } from '#widgets/report/texts/stamped-by.ts';
import { ink } from '#ui/theme/tokens.ts';
import { Row, Stack } from '#ui/layout/card.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { ReportChip } from '#widgets/report/report-chip.tsx';
import type { VerdictFacts } from '#widgets/report/texts/verdict-sentence.ts';
import { useVerdictSentence } from '#widgets/report/use-verdict-sentence.ts';
import { isWithoutBasis, UnreadPieces } from '#widgets/report/unread.ts';
import { GapsStrip } from '#widgets/verification/collect/gaps-strip.tsx';
import { unreadOf } from '#widgets/verification/collect/unread-of.ts';
import { useInspection } from '#widgets/verification/use-inspection.ts';
import { m } from '#i18n/messages.ts';
import css from './request-page.module.css';

/**
 * The verdict on the witness of the document, computed in this browser from its evidence.
 *
 * @param requestId of the request that the witness came with. A service may not repeat it in the witness, and without
 *   it the signatures would be left out of the verdict
 */
export function VerdictHere({
  witness,
  requestId,
}: {
  witness: Witness;
  requestId: string | null | undefined;
}) {
  // The same object as long as the witness is: another one would be collected anew.
  const whole = useMemo(
    () =>
      witness.signatureRequest || !requestId ? witness : { ...witness, signatureRequest: { id: requestId } },
    [witness, requestId],
  );
  const { report, working, error, recheck, collected } = useInspection(whole);
  if (error)
    return (
      <Row role="status" className={css.verdict}>
        <span>{m.inspector_not_checked()}</span>
        <Button variant="text" loading={working === 'collecting'} onClick={recheck}>
          {m.common_retry()}
        </Button>
      </Row>
    );
  if (!report)
    return (
      <Row role="status" className={css.verdict}>
        <VerdictChip state="RUNNING" />
      </Row>
    );
  return (
    <UnreadPieces value={unreadOf(collected?.gaps)}>
      <Verdict report={report} witnessId={witness.id}>
        <GapsStrip gaps={collected?.gaps ?? []} onRetry={recheck} />
      </Verdict>
    </UnreadPieces>
  );
}

function Verdict({
  report,
  witnessId,
  children,
}: {
  report: Report;
  witnessId: string | null | undefined;
  /** What could not be read, for a verdict that waits for it. */
  children: ReactNode;
}) {
  const format = useFormat();
  const { state, sentence, facts, isUnread } = useVerdictSentence(report);
  const basis = isUnread ? undefined : verdictBasis(report, facts);
  const chip = <ReportChip state={state} facts={facts} />;
  return (
    <>
      <Stack role="status" className={css.verdict}>
        <Row>
          {witnessId ? <Link to={paths.witness(witnessId)}>{chip}</Link> : chip}
          {basis && <ExplainedBasis basis={basis} />}
        </Row>
        <p className={css.line}>{sentence}</p>
        {(facts.accuracySeconds !== undefined || facts.warningLines.length > 0) && (
          <p className={css.reported}>
            {facts.accuracySeconds !== undefined && accuracyWords(facts.accuracySeconds, format.number)}{' '}
            <span style={{ color: ink.indet }}>{facts.warningLines.join(' ')}</span>
          </p>
        )}
      </Stack>
      {isUnread && children}
    </>
  );
}

/**
 * What the verdict rests on: a passed one on the weakest of what it concludes from, any other on the check that decided.
 * What waits for evidence that is not there rests on nothing.
 */
function verdictBasis({ verdict }: Report, { decided }: VerdictFacts): Basis | undefined {
  if (verdict.conclusion === 'TOTAL_PASSED') return verdict.basis;
  return decided && !isWithoutBasis(decided.check) ? decided.check.basis : undefined;
}
