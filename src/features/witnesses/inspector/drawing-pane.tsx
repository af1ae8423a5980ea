import { useEffect, useRef } from 'react';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { Check } from '#proofs/check.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Card, Row } from '#ui/layout/card.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { MerklePath } from '#widgets/drawings/ladder/merkle-path.tsx';
import { MountainRange } from '#widgets/drawings/mountain-range/mountain-range.tsx';
import { CheckDetail } from '#widgets/report/checks/check-detail.tsx';
import { questionOf } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import { checkOf } from './place.ts';
import { StampPanel } from './stamp-panel.tsx';
import type { Simulation } from './simulation/use-simulation.ts';

/** One proof of existence drawn: its path, its range, or its token decoded. */
export function BlockDrawing({
  block,
  evidence,
  report,
  stored,
  storedEvidence,
  simulation,
  step,
  onStep,
}: {
  block: BlockName;
  /** What is shown; under a simulation the bent copy. */
  evidence: Evidence;
  report: Report;
  /** The report on the evidence as it is kept. */
  stored: Report;
  storedEvidence: Evidence;
  simulation: Simulation;
  step: number | undefined;
  onStep: (step: number) => void;
}) {
  const { witness } = evidence;
  const { target } = simulation;
  const switched =
    (object: 'path' | 'range' | 'constancia') =>
    (on: boolean, at = 0) => {
      if (on) simulation.start({ object, at });
      else simulation.undo();
    };
  if (block === 'nom151')
    return (
      <StampPanel
        title={m.inspector_constancia()}
        token={witness?.nom151?.token}
        stored={target?.object === 'constancia' ? storedEvidence.witness?.nom151?.token : undefined}
        onTamper={switched('constancia')}
      />
    );
  const id = block === 'merkleized' ? 'merkleized.root' : 'external.root';
  const check = checkOf(report, id);
  const before = checkOf(stored, id);
  if (check === undefined || check.status === 'NOT_APPLICABLE') return null;
  if (block === 'merkleized')
    return (
      <MerklePath
        check={check}
        {...{ step, onStep }}
        declaredRoot={witness?.merkleized?.merkleRoot ?? ''}
        tampered={target?.object === 'path' ? before : undefined}
        onTamper={(witness?.merkleized?.merkleProof?.length ?? 0) > 0 ? switched('path') : undefined}
      />
    );
  return (
    <MountainRange
      check={check}
      {...{ step, onStep }}
      onTamper={switched('range')}
      evidence={witness?.external ?? {}}
      tampered={target?.object === 'range' ? before : undefined}
    />
  );
}

/** One check in full: question, answer, expected and computed, evidence, steps, what to do. */
export function CheckCard({ section, check }: { section: string; check: Check }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pane scrolls for itself; the page stays where the reader is. As much of the drawing stays as there is room.
    const card = root.current;
    const pane = card?.parentElement;
    if (!pane) return;
    const bottom = card.offsetTop + card.offsetHeight - pane.clientHeight;
    pane.scrollTop = Math.max(0, Math.min(card.offsetTop, bottom));
  }, []);
  return (
    <div ref={root} data-section={section} data-check={check.id}>
      <Card
        title={questionOf(check)}
        note={
          <Row>
            <VerdictChip state={check.status} warnings={check.warnings?.length} />
            <BasisMark basis={check.basis} />
          </Row>
        }
      >
        <CheckDetail check={check} />
      </Card>
    </div>
  );
}
