import { useMemo, useState } from 'react';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import { useReport } from '#widgets/verification/use-evidence-report.ts';
import { sectionName } from '#widgets/report/texts/part-names.ts';
import { stateOfVerdict, verdictSentence } from '#widgets/report/texts/verdict-sentence.ts';
import { questionOf } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import { fallenChecks, heldChecks } from '../simulation/fallen-checks.ts';
import { beliefs, believing, type Belief } from './without-trust.ts';
import css from './beliefs-card.module.css';

/** Parties taken away one after another, and what is still proven without them. */
export function BeliefsCard({
  evidence,
  reader,
  report: untouched,
}: {
  evidence: Evidence;
  reader: VerificationContext;
  report: Report;
}) {
  const [level, setLevel] = useState(0);
  const belief = beliefs[level] ?? 'everybody';
  const left = useMemo(
    () => (belief === 'everybody' ? undefined : believing(belief, evidence, reader)),
    [belief, evidence, reader],
  );
  const verification = useReport(left?.evidence, left?.reader);
  const report = left === undefined ? untouched : verification.isVerifying ? undefined : verification.report;
  return (
    <Card title={m.inspector_beliefs_title()}>
      <div className={css.root}>
        <p className={css.about}>{m.inspector_beliefs_text()}</p>
        <div>
          <input
            type="range"
            min={0}
            max={beliefs.length - 1}
            step={1}
            value={level}
            aria-label={m.inspector_beliefs_slider()}
            aria-valuetext={beliefWords(belief)}
            onChange={(event) => setLevel(Number(event.currentTarget.value))}
          />
          <div className={css.ticks} aria-hidden="true">
            {beliefs.map((one, at) => (
              <span key={one} data-on={at === level || undefined}>
                {tickWords(one)}
              </span>
            ))}
          </div>
        </div>
        <p className={css.step}>{beliefWords(belief)}</p>
        <div aria-live="polite">
          {report === undefined ? (
            <p className={css.about}>
              {verification.error ? m.inspector_check_stopped() : m.inspector_checking()}
            </p>
          ) : (
            <Held report={report} untouched={untouched} />
          )}
        </div>
      </div>
    </Card>
  );
}

function Held({ report, untouched }: { report: Report; untouched: Report }) {
  const { options } = useFormat();
  const held = heldChecks(report);
  const lost = fallenChecks(untouched, report);
  const { verdict } = report;
  return (
    <>
      <p className="verdict">
        <VerdictChip state={stateOfVerdict(verdict)} warnings={verdict.warnings} />
        <span>{verdictSentence(report, options).sentence}</span>
      </p>
      <section style={{ marginTop: 10 }}>
        <h3>{m.inspector_beliefs_held({ count: held.length })}</h3>
        {/* A list that scrolls must be reachable by keyboard. */}
        <ul
          tabIndex={held.length > 8 ? 0 : undefined}
          aria-label={m.inspector_beliefs_held({ count: held.length })}
        >
          {held.map(({ section, check }) => (
            <li key={`${section} ${check.id}`} data-section={section} data-check={check.id}>
              <VerdictShape state={check.warnings?.length ? 'WARNED' : check.status} />
              <span>
                <span className={css.where}>{sectionName(section)} · </span>
                {questionOf(check)}
              </span>
              <BasisMark basis={check.basis} />
            </li>
          ))}
        </ul>
      </section>
      {lost.length > 0 && (
        <section style={{ marginTop: 10 }}>
          <h3>{m.inspector_beliefs_lost({ count: lost.length })}</h3>
          <ul
            tabIndex={lost.length > 8 ? 0 : undefined}
            aria-label={m.inspector_beliefs_lost({ count: lost.length })}
          >
            {lost.map(({ section, before, after }) => (
              <li key={`${section} ${before.id}`}>
                <VerdictShape state={after?.status ?? 'NOT_APPLICABLE'} />
                <span>
                  <span className={css.where}>{sectionName(section)} · </span>
                  {questionOf(before)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function tickWords(belief: Belief): string {
  switch (belief) {
    case 'everybody':
      return m.inspector_tick_everybody();
    case 'no-service':
      return m.inspector_tick_no_service();
    case 'no-nodes':
      return m.inspector_tick_no_nodes();
    case 'no-provider':
      return m.inspector_tick_no_provider();
  }
}

function beliefWords(belief: Belief): string {
  switch (belief) {
    case 'everybody':
      return m.inspector_belief_everybody();
    case 'no-service':
      return m.inspector_belief_no_service();
    case 'no-nodes':
      return m.inspector_belief_no_nodes();
    case 'no-provider':
      return m.inspector_belief_no_provider();
  }
}
