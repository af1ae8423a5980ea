import { useEffect, useRef } from 'react';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { TabPanel, Tabs, usePanelId } from '#ui/layout/tabs.tsx';
import { NothingDrawn } from '#widgets/drawings/drawing-panel.tsx';
import { MerklePath } from '#widgets/drawings/ladder/merkle-path.tsx';
import { MountainRange } from '#widgets/drawings/mountain-range/mountain-range.tsx';
import { CheckPaper } from '#widgets/report/section-card.tsx';
import { blockName } from '#widgets/report/texts/part-names.ts';
import { m } from '#i18n/messages.ts';
import { checkOf } from '../place.ts';
import type { Simulation } from '../simulation/use-simulation.ts';
import { StampPanel } from './stamp-panel.tsx';
import css from './drawing-pane.module.css';

/** Rows of a path, and of a range with its mountains, that fit beside the strategies. */
const rowLimits = { merkleized: 8, external: 4 };

/** The proofs of existence drawn, one at a time. */
export function DrawingPane({
  block,
  onBlock,
  shownFor,
  ...drawing
}: Omit<BlockDrawingProps, 'block'> & {
  /** The strategy that is drawn; without it none was used. */
  block: BlockName | undefined;
  onBlock: (block: BlockName) => void;
  /** Changes whenever a check is opened, whose drawing is then shown from its top and gets the focus. */
  shownFor: number;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const panel = usePanelId();
  useEffect(() => {
    const element = pane.current;
    if (shownFor === 0 || !element) return;
    element.scrollTop = 0;
    const { top } = element.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  }, [shownFor]);
  const used = usedBlocks(drawing.report);
  return (
    <CheckPaper
      ref={pane}
      className={css.pane}
      tabIndex={-1}
      role="group"
      aria-label={m.inspector_drawing()}
      data-drawing={block}
      data-section="witness"
    >
      {block === undefined ? (
        <NothingDrawn>{m.inspector_drawing_none()}</NothingDrawn>
      ) : (
        <>
          <div className={css.tabs}>
            <Tabs
              label={m.inspector_drawing()}
              tabs={used.map((name) => ({ id: name, label: blockName(name) }))}
              selected={block}
              onSelect={onBlock}
              panelId={panel}
            />
          </div>
          <TabPanel id={panel} selected={block}>
            <BlockDrawing key={block} block={block} {...drawing} />
          </TabPanel>
        </>
      )}
    </CheckPaper>
  );
}

/** The strategies that a witness used, in the order of their marks. */
export function usedBlocks(report: Report): BlockName[] {
  const blocks = report.sections.find(({ key }) => key === 'witness')?.blocks ?? [];
  return (['nom151', 'merkleized', 'external'] as const).filter((name) =>
    blocks.some((block) => block.name === name),
  );
}

interface BlockDrawingProps {
  block: BlockName;
  /** What is shown; under a simulation the bent copy. */
  evidence: Evidence;
  report: Report;
  /** The report on the evidence as it is stored. */
  stored: Report;
  storedEvidence: Evidence;
  simulation: Simulation;
  step: number | undefined;
  onStep: (step: number) => void;
}

/** One proof of existence drawn: its path, its range, or its token decoded. */
function BlockDrawing({
  block,
  evidence,
  report,
  stored,
  storedEvidence,
  simulation,
  step,
  onStep,
}: BlockDrawingProps) {
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
  if (check === undefined || check.status === 'NOT_APPLICABLE')
    return <NothingDrawn>{m.inspector_drawing_none()}</NothingDrawn>;
  if (block === 'merkleized')
    return (
      <MerklePath
        check={check}
        visibleRows={rowLimits.merkleized}
        {...{ step, onStep }}
        declaredRoot={witness?.merkleized?.merkleRoot ?? ''}
        tampered={target?.object === 'path' ? before : undefined}
        onTamper={(witness?.merkleized?.merkleProof?.length ?? 0) > 0 ? switched('path') : undefined}
      />
    );
  return (
    <MountainRange
      check={check}
      visibleRows={rowLimits.external}
      {...{ step, onStep }}
      onTamper={switched('range')}
      evidence={witness?.external ?? {}}
      tampered={target?.object === 'range' ? before : undefined}
    />
  );
}
