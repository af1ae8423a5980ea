import { useEffect, useRef } from 'react';
import type { Check } from '#proofs/check.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { ExistenceBlocks } from '#widgets/report/existence-blocks.tsx';
import { CheckPaper } from '#widgets/report/section-card.tsx';
import type { ActOnNext } from '#widgets/verification/next-action.ts';
import { blockOfCheck, type Place } from '../place.ts';
import { MarkButton, MarkLegend } from './explained-marks.tsx';

/** What the verdict stands on: each proof of existence, with what holds folded into one line. */
export function Strategies({
  report,
  place,
  isChainOffered,
  onGo,
  onDraw,
  onNext,
}: {
  report: Report;
  place: Place;
  isChainOffered: boolean;
  /** Opens a check, which also shows the drawing of its strategy. */
  onGo: (place: Place, isOpening: boolean) => void;
  /** Brings the drawing into view, where it is below. */
  onDraw: (() => void) | undefined;
  onNext: ActOnNext;
}) {
  const witness = report.sections.find(({ key }) => key === 'witness');
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The paper scrolls for itself where it stands beside the drawing; the page stays where it is.
    const list = paper.current;
    const row = list?.querySelector('[data-selected]');
    if (!list || !row) return;
    const { top, bottom } = row.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - 12;
  }, [place.id]);
  const toggle = ({ id }: Check, open: boolean): void =>
    onGo({ section: 'witness', ...blockOfCheck(id), ...(open && { id }) }, open);
  return (
    <CheckPaper ref={paper}>
      {witness && (
        <ExistenceBlocks
          section={witness}
          fold="passing"
          openId={place.section === 'witness' ? place.id : undefined}
          onToggle={toggle}
          onNext={onNext}
          onDraw={onDraw}
          isChainOffered={isChainOffered}
          explainMark={(name, mark) => <MarkButton name={name}>{mark}</MarkButton>}
        />
      )}
      <MarkLegend report={report} />
    </CheckPaper>
  );
}
