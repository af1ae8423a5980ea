import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import PauseIcon from '@mui/icons-material/Pause';
import PlayIcon from '@mui/icons-material/PlayArrow';
import NextIcon from '@mui/icons-material/SkipNext';
import BackIcon from '@mui/icons-material/SkipPrevious';
import { m } from '#i18n/messages.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink, ring } from '#ui/theme/tokens.ts';
import { Strip } from './drawing-panel.tsx';
import type { Steps } from './use-steps.ts';
import css from './stepper-bar.module.css';

export const Track = styled('div')({
  position: 'relative',
  flex: 1,
  minWidth: 40,
  padding: '0 8px',
  height: 24,
  borderRadius: 6,
  '& > svg': { display: 'block', width: '100%', height: 24, overflow: 'visible', fill: 'none' },
  '& .way': { stroke: ink.line2, strokeWidth: 2 },
  '& .gone': { stroke: ink.accent, strokeWidth: 2 },
  '& .tick': { fill: ink.surface, stroke: ink.control, strokeWidth: 1.5 },
  '& .tick[data-gone]': { fill: ink.accent, stroke: ink.accent },
  '& .here': { fill: ink.surface, stroke: ink.accent, strokeWidth: 3.5 },
  // The slider is the native one, for keys, fingers and those who listen; the drawing under it is ours.
  '& > input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: 24,
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
  },
  '&:has(:focus-visible)': { ...ring, outlineOffset: 0 },
});

/** Back, play, on, a tick for each level, and where it stands in words. Deep proofs have a plain slider. */
export function StepperBar({
  steps,
  caption,
  spoken,
}: {
  steps: Steps;
  caption: ReactNode;
  /** The caption as plain text. */
  spoken: string;
}) {
  const { step, last, playing, go, toggle } = steps;
  return (
    <Strip className={css.root} role="group" aria-label={m.inspector_draw_stepper()}>
      <div className={css.buttons}>
        <IconButton
          outlined
          label={m.inspector_draw_back()}
          icon={<BackIcon />}
          disabled={step === 0}
          onClick={() => {
            go(step - 1);
          }}
        />
        <IconButton
          outlined
          label={playing ? m.inspector_draw_pause() : m.inspector_draw_play()}
          icon={playing ? <PauseIcon /> : <PlayIcon />}
          disabled={last === 0}
          onClick={toggle}
        />
        <IconButton
          outlined
          label={m.inspector_draw_next()}
          icon={<NextIcon />}
          disabled={step === last}
          onClick={() => {
            go(step + 1);
          }}
        />
      </div>
      <Track>
        <Ticks step={step} last={last} />
        <input
          type="range"
          min={0}
          max={last}
          value={step}
          disabled={last === 0}
          aria-label={m.inspector_draw_step_slider()}
          aria-valuetext={spoken}
          onKeyDown={steps.onKeyDown}
          onChange={(event) => {
            go(event.currentTarget.valueAsNumber);
          }}
        />
      </Track>
      <div className={css.caption} aria-hidden="true">
        {caption}
      </div>
    </Strip>
  );
}

/** More ticks than this cannot be distinguished. */
const mostTicks = 12;

export function Ticks({ step, last }: { step: number; last: number }) {
  const part = (at: number): string => `${last === 0 ? 0 : (100 * at) / last}%`;
  return (
    <svg aria-hidden="true" focusable="false">
      <line className="way" x1="0" x2="100%" y1="12" y2="12" />
      <line className="gone" x1="0" x2={part(step)} y1="12" y2="12" />
      {last <= mostTicks &&
        Array.from({ length: last + 1 }, (_, at) => (
          <circle
            key={at}
            className="tick"
            data-gone={at < step ? '' : undefined}
            cx={part(at)}
            cy="12"
            r={at < step ? 4 : 3.5}
          />
        ))}
      <circle className="here" cx={part(step)} cy="12" r="6" />
    </svg>
  );
}
