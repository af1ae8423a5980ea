import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import type { Check } from '#proofs/check.ts';
import { Switch } from '#ui/inputs/switch.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { DrawingPanel, NothingDrawn } from '../drawing-panel.tsx';
import { EndMark } from '../end-mark.tsx';
import { compactBelow } from '../ladder/ladder-geometry.ts';
import { readLadder, rungOfStep, type Join, type Ladder } from '../ladder/ladder.ts';
import { LadderTable } from '../ladder/ladder-table.tsx';
import { RangeAltered } from './range-altered.tsx';
import { RangeFacts } from './range-facts.tsx';
import { readRangeShape, type RangeDeclared, type RangeShape } from './range-model.ts';
import { RangeSkyline } from './range-skyline.tsx';
import { StepDetail } from '../step-detail.tsx';
import { StepperBar } from '../stepper-bar.tsx';
import { useSteps, type Steps } from '../use-steps.ts';
import { useWidth } from '../use-width.ts';
import css from './mountain-range.module.css';

export interface MountainRangeProps {
  /** `external.root`, with its steps. */
  check: Check;
  evidence: RangeDeclared;
  /** Under a simulation: the same check over the evidence as it is stored. */
  tampered?: Check | undefined;
  /** Offers the switch. */
  onTamper?: ((on: boolean) => void) | undefined;
  /** Rows that fit. */
  visibleRows?: number | undefined;
  level?: 2 | 3 | undefined;
  /** Step that is shown at first. */
  step?: number | undefined;
  /** Reported the step that the reader goes to, as for the address. */
  onStep?: ((step: number) => void) | undefined;
}

/** The third party's range: from the leaf over its mountain and the other peaks to the root, drawn and stepped. */
export function MountainRange(props: MountainRangeProps) {
  const { check, evidence, tampered, onTamper, level, step, onStep } = props;
  const ladder = readLadder(check, tampered);
  const steps = useSteps(ladder?.last ?? 0, step, onStep);
  const { ref, width } = useWidth<HTMLDivElement>(710);
  const compact = width < compactBelow;
  const shape = ladder === undefined ? undefined : readRangeShape(check, ladder);
  const state = ladder === undefined ? check.status : endState(check, ladder, evidence.targetRootHash);
  return (
    <DrawingPanel
      of={check.id}
      title={m.inspector_draw_range_title()}
      about={m.inspector_draw_hashes({
        count: (evidence.leftHashes?.length ?? 0) + (evidence.rightHashes?.length ?? 0),
      })}
      end={
        onTamper && (
          <Switch
            danger
            label={m.inspector_draw_tamper()}
            checked={tampered !== undefined}
            onChange={(event) => {
              onTamper(event.currentTarget.checked);
            }}
          />
        )
      }
      level={level}
    >
      <div ref={ref}>
        <div className={css.top}>
          {shape !== undefined && <RangeSkyline peaks={shape.peaks} leaf={leafPart(shape)} />}
          <RangeFacts check={check} shape={shape} evidence={evidence} />
        </div>
        {ladder === undefined || shape === undefined ? (
          <NothingDrawn as="div">
            <span className="verdict">
              <VerdictChip state={check.status} />
            </span>
            {tampered === undefined ? m.inspector_draw_no_range() : m.inspector_draw_no_range_altered()}
            {tampered !== undefined && <RangeAltered stored={tampered} evidence={evidence} />}
          </NothingDrawn>
        ) : (
          <>
            <LadderTable
              {...{ ladder, steps, compact, state }}
              tight={width < 350}
              visibleRows={props.visibleRows}
              caption={m.inspector_draw_range_table({ count: ladder.last })}
              captions={captionsOf(shape)}
              end={<EndMark state={state} />}
            />
            <RangeSteps {...{ ladder, steps, compact, shape }} />
          </>
        )}
      </div>
    </DrawingPanel>
  );
}

function RangeSteps({
  ladder,
  steps,
  compact,
  shape,
}: {
  ladder: Ladder;
  steps: Steps;
  compact: boolean;
  shape: RangeShape;
}) {
  const { step } = steps;
  const { last } = ladder;
  const join = ladder.rungs[rungOfStep(ladder, step)]?.join;
  const doing = step === 0 || join === undefined ? m.inspector_draw_leaf_as_given() : doingOf(join);
  const name = m.inspector_draw_step({ step });
  const rest = m.inspector_draw_of({ last });
  return (
    <>
      <StepperBar
        steps={steps}
        spoken={`${name} ${rest}. ${doing}`}
        caption={
          <>
            <b>{name}</b> {rest}
            {!compact && join !== undefined && step > 0 && `, ${partWord(join)}`}
          </>
        }
      />
      <StepDetail ladder={ladder} step={step} hashName="Keccak-256">
        {step === 0 || join === undefined ? doing : <Sentence join={join} shape={shape} />}
      </StepDetail>
    </>
  );
}

function Sentence({ join, shape }: { join: Join; shape: RangeShape }): ReactNode {
  if (join.kind !== 'merge-left' && join.kind !== 'merge-right') return doingOf(join);
  const bit = { bit: join.height, index: shape.index?.toString() ?? '' };
  const left = join.side === 'left';
  return (
    <>
      {m.inspector_draw_goes()} <strong>{left ? m.inspector_draw_left() : m.inspector_draw_right()}</strong>
      {': '}
      {left ? m.inspector_draw_why_bit_one(bit) : m.inspector_draw_why_bit_zero(bit)}
    </>
  );
}

function doingOf({ kind, given }: Join): string {
  switch (kind) {
    case 'bag':
      return m.inspector_draw_doing_bag();
    case 'join-right':
      return given ? m.inspector_draw_doing_join_peak() : m.inspector_draw_doing_join_bag();
    case 'join-left':
      return m.inspector_draw_doing_fold();
    case 'merge':
    case 'merge-left':
    case 'merge-right':
      return m.inspector_draw_doing_climb();
  }
}

function partWord({ kind }: Join): string {
  switch (kind) {
    case 'bag':
      return m.inspector_draw_part_bag();
    case 'join-right':
      return m.inspector_draw_part_join();
    case 'join-left':
      return m.inspector_draw_part_fold();
    case 'merge':
    case 'merge-left':
    case 'merge-right':
      return m.inspector_draw_part_climb();
  }
}

function captionsOf(shape: RangeShape): ReadonlyMap<number, string> {
  const own = shape.peaks.findIndex(({ place }) => place === 'own') + 1;
  const peaks = shape.peaks.length;
  return new Map(
    shape.parts.map(({ rung, part, peaks: count }) => {
      switch (part) {
        case 'climb':
          return [rung, m.inspector_draw_caption_climb({ own, peaks })];
        case 'bag':
          return [rung, m.inspector_draw_caption_bag({ count })];
        case 'join':
          return [rung, m.inspector_draw_caption_join()];
        case 'fold':
          return [rung, m.inspector_draw_caption_fold({ count })];
      }
    }),
  );
}

/** Where in its mountain the leaf stands, from 0 to 1, when that is proved. */
function leafPart({ size, index, peaks }: RangeShape): number | undefined {
  const own = peaks.find(({ place }) => place === 'own')?.height;
  if (size === undefined || index === undefined || own === undefined || own === 0) return undefined;
  const inside = index & ((1n << BigInt(own)) - 1n);
  return (Number((inside * 1000n) >> BigInt(own)) + 0.5) / 1000;
}

/** Equal only where the check passed and what it reached is what the service declares. */
function endState(check: Check, ladder: Ladder, target: string | undefined): VerdictState {
  const declared = target?.replace(/^0x/i, '').toLowerCase();
  if (check.status === 'PASSED') return ladder.rungs.at(-1)?.value === declared ? 'PASSED' : 'FAILED';
  return check.status;
}
