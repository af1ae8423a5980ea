import { useMemo, useState } from 'react';
import { styled } from '@mui/material/styles';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ink, ring, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import type { Reader } from '#widgets/judging/reader.ts';
import { useReport } from '#widgets/judging/use-case.ts';
import { sectionName } from '#widgets/report/names-of-parts.ts';
import { stateOfVerdict, verdictSentence } from '#widgets/report/verdict-sentence.ts';
import { questionOf } from '#widgets/report/words-of-checks.ts';
import { m } from '#i18n/messages.ts';
import { fallenChecks, heldChecks } from '../fallen-checks.ts';
import { beliefs, believing, type Belief } from '../without-trust.ts';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  '& > .about': { ...type.table, color: ink.text2 },
  '& input[type="range"]': {
    width: '100%',
    height: 24,
    margin: 0,
    accentColor: ink.accent,
    cursor: 'pointer',
  },
  '& input[type="range"]:focus-visible': { ...ring, borderRadius: 4 },
  '& .ticks': {
    ...type.caption,
    display: 'grid',
    // Each word under the place where the thumb stops.
    gridTemplateColumns: '1fr 2fr 2fr 1fr',
    gap: 6,
    color: ink.text2,
  },
  '& .ticks > span:first-of-type': { textAlign: 'left' },
  '& .ticks > span': { textAlign: 'center' },
  '& .ticks > span:last-of-type': { textAlign: 'right' },
  '& .ticks > [data-on]': { color: ink.accent, fontWeight: 600 },
  '& .step': { ...type.body },
  '& .verdict': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', ...type.table },
  '& h3': { ...type.caption, fontWeight: 500, color: ink.text2, marginBottom: 2 },
  '& ul': { margin: 0, padding: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' },
  '& li': {
    ...type.table,
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 8,
    padding: '3px 0',
  },
  '& li > svg': { width: 16, height: 16 },
  '& li .where': { color: ink.text2 },
});

/** Parties taken away one after another, and what is still proven without them. */
export function BeliefsCard({
  evidence,
  reader,
  report: untouched,
}: {
  evidence: Evidence;
  reader: Reader;
  report: Report;
}) {
  const [level, setLevel] = useState(0);
  const belief = beliefs[level] ?? 'everybody';
  const left = useMemo(
    () => (belief === 'everybody' ? undefined : believing(belief, evidence, reader)),
    [belief, evidence, reader],
  );
  const judged = useReport(left?.evidence, left?.reader);
  const report = left === undefined ? untouched : judged.judging ? undefined : judged.report;
  return (
    <Card title={m.inspector_beliefs_title()}>
      <Root>
        <p className="about">{m.inspector_beliefs_text()}</p>
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
          <div className="ticks" aria-hidden="true">
            {beliefs.map((one, at) => (
              <span key={one} data-on={at === level || undefined}>
                {tickWords(one)}
              </span>
            ))}
          </div>
        </div>
        <p className="step">{beliefWords(belief)}</p>
        <div aria-live="polite">
          {report === undefined ? (
            <p className="about">{judged.error ? m.inspector_judge_stopped() : m.inspector_judging()}</p>
          ) : (
            <Held report={report} untouched={untouched} />
          )}
        </div>
      </Root>
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
              <VerdictShape state={check.status} />
              <span>
                <span className="where">{sectionName(section)} · </span>
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
                  <span className="where">{sectionName(section)} · </span>
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
