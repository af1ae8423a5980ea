import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import type { Check } from '#proofs/check.ts';
import { Switch } from '#ui/inputs/switch.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { DrawingPanel, NothingDrawn } from '../drawing-panel.tsx';
import { EndMark } from '../end-mark.tsx';
import { compactBelow } from './ladder-geometry.ts';
import { readLadder, rungOfStep, type Join, type Ladder } from './ladder.ts';
import { LadderTable } from './ladder-table.tsx';
import { StepDetail } from '../step-detail.tsx';
import { StepperBar } from '../stepper-bar.tsx';
import { useSteps } from '../use-steps.ts';
import { useWidth } from '../use-width.ts';

export interface MerklePathProps {
  /** `merkleized.root`, with its steps. */
  check: Check;
  /** `merkleRoot` as the service declares it: hex, with or without `0x`. */
  declaredRoot: string;
  /** Which recipe it is drawn by; by default the one that the check names. */
  recipe?: string | undefined;
  /** Under a simulation: the same check over the evidence as it is stored. What differs from it is marked. */
  tampered?: Check | undefined;
  /** Offers the switch. `level`: the sibling of the step that is selected, from 0. */
  onTamper?: ((on: boolean, level: number) => void) | undefined;
  /** Rows that fit. */
  visibleRows?: number | undefined;
  /** Heading level. */
  level?: 2 | 3 | undefined;
  /** Step that is shown at first. */
  step?: number | undefined;
  /** Reported the step that the reader goes to, as for the address. */
  onStep?: ((step: number) => void) | undefined;
}

/** The path from the leaf to the root, drawn from what the check computed, and stepped. */
export function MerklePath(props: MerklePathProps) {
  const { check, recipe = check.recipe, tampered, onTamper, level } = props;
  const ladder = readLadder(check, tampered);
  // It begins at the leaf, which says why the first value is not the hash of the page's title.
  const steps = useSteps(ladder?.last ?? 0, props.step ?? 0, props.onStep);
  const { ref, width } = useWidth<HTMLDivElement>(710);
  const compact = width < compactBelow;
  const end = onTamper && (
    <Switch
      danger
      label={m.inspector_draw_tamper()}
      checked={tampered !== undefined}
      onChange={(event) => {
        onTamper(event.currentTarget.checked, Math.max(0, steps.step - 1));
      }}
    />
  );
  return (
    <DrawingPanel
      of={check.id}
      title={m.inspector_draw_title()}
      about={ladder && levelsText(ladder)}
      end={end}
      level={level}
    >
      <div ref={ref}>
        {ladder === undefined ? (
          <NothingDrawn>
            <span className="verdict">
              <VerdictChip state={check.status} />
            </span>
            {m.inspector_draw_no_path()}
          </NothingDrawn>
        ) : (
          <>
            <LadderTable
              {...{ ladder, steps, compact }}
              tight={width < 350}
              visibleRows={props.visibleRows}
              caption={m.inspector_draw_table({ count: ladder.last })}
              state={endState(check, ladder, props.declaredRoot)}
              end={<EndMark state={endState(check, ladder, props.declaredRoot)} />}
            />
            <MerkleSteps {...{ ladder, steps, compact, recipe }} />
          </>
        )}
      </div>
    </DrawingPanel>
  );
}

function MerkleSteps({
  ladder,
  steps,
  compact,
  recipe,
}: {
  ladder: Ladder;
  steps: ReturnType<typeof useSteps>;
  compact: boolean;
  recipe: string | undefined;
}) {
  const { step } = steps;
  const { last } = ladder;
  const long =
    step === 0
      ? m.inspector_draw_of_leaf({ last })
      : step === 1
        ? m.inspector_draw_of_first({ last })
        : m.inspector_draw_of_levels({ last, from: step - 1, to: step });
  const rest = compact ? m.inspector_draw_of({ last }) : long;
  const name = m.inspector_draw_step({ step });
  const join = ladder.rungs[rungOfStep(ladder, step)]?.join;
  return (
    <>
      <StepperBar
        steps={steps}
        spoken={`${name} ${long}`}
        caption={
          <>
            <b>{name}</b> {rest}
          </>
        }
      />
      <StepDetail ladder={ladder} step={step} hashName={hashNameOf(recipe)}>
        {step === 0 || join === undefined ? (
          leafWords(ladder, recipe)
        ) : (
          <JoinWords join={join} recipe={recipe} />
        )}
      </StepDetail>
    </>
  );
}

/** The end is equal only where the check passed *and* what it reached is what the service declares. */
function endState(check: Check, ladder: Ladder, declaredRoot: string): VerdictState {
  const declared = declaredRoot.replace(/^0x/i, '').toLowerCase();
  if (check.status === 'PASSED') return ladder.rungs.at(-1)?.value === declared ? 'PASSED' : 'FAILED';
  return check.status;
}

function levelsText({ last }: Ladder): string {
  return last === 0 ? m.inspector_draw_leaf_is_root() : m.inspector_draw_levels({ count: last });
}

function hashNameOf(recipe: string | undefined): string {
  return recipe?.includes('keccak') === true ? 'Keccak-256' : 'SHA-256';
}

function leafWords(ladder: Ladder, recipe: string | undefined): string {
  if (ladder.hash === undefined || ladder.hash === ladder.rungs[0]?.value)
    return m.inspector_draw_leaf_as_given();
  if (recipe === 'ascii-hex-sorted/1') return m.inspector_draw_leaf_of_text();
  return recipe === 'openzeppelin-keccak/1'
    ? m.inspector_draw_leaf_hashed_twice()
    : m.inspector_draw_leaf_of_bytes();
}

function JoinWords({ join, recipe }: { join: Join; recipe: string | undefined }): ReactNode {
  return (
    <>
      {m.inspector_draw_goes()}{' '}
      <strong>{join.side === 'left' ? m.inspector_draw_left() : m.inspector_draw_right()}</strong>
      {': '}
      {whyOf(join, recipe)}
    </>
  );
}

function whyOf({ side }: Join, recipe: string | undefined): string {
  const left = side === 'left';
  if (recipe === 'rfc6962/1') return m.inspector_draw_why_position();
  if (recipe === 'ascii-hex-sorted/1') {
    return left ? m.inspector_draw_why_text_lower() : m.inspector_draw_why_text_higher();
  }
  return left ? m.inspector_draw_why_bytes_lower() : m.inspector_draw_why_bytes_higher();
}
