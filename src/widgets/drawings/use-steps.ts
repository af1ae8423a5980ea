import { useEffect, useState, type KeyboardEvent } from 'react';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';

/** How long a step is shown while playing. */
const pace = 700;

export interface Steps {
  /** 0 is the leaf, before anything is joined. */
  readonly step: number;
  readonly last: number;
  readonly playing: boolean;
  go: (step: number) => void;
  /** Plays from here, or from the beginning when it stands at the end; again: pauses. */
  toggle: () => void;
  /** ← → ↑ ↓ step, Home and End, space plays. For the controls that stand for a step. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Which step of a proof is shown. Where the reader requested less motion nothing moves by itself: playing then goes
 * one step on.
 *
 * @param onStep receives the step that the reader goes to; what plays by itself is left out
 */
export function useSteps(last: number, start = 1, onStep?: (step: number) => void): Steps {
  const [state, setState] = useState({ step: Math.min(start, last), playing: false });
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  // Another proof may be shorter than the one before.
  const step = Math.min(state.step, last);
  const playing = state.playing && step < last;

  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => {
      setState({ step: step + 1, playing: step + 1 < last });
    }, pace);
    return () => {
      clearTimeout(timer);
    };
  }, [playing, step, last]);

  const go = (to: number): void => {
    const step = Math.max(0, Math.min(last, to));
    setState({ step, playing: false });
    onStep?.(step);
  };
  const toggle = (): void => {
    const from = step >= last ? 0 : step;
    if (still) go(step >= last ? 0 : step + 1);
    else setState({ step: from, playing: !playing && last > 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyTarget(event.key, step, last);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ') toggle();
    else if (to !== undefined) go(to);
    else return;
    event.preventDefault();
  };
  return { step, last, playing, go, toggle, onKeyDown };
}

function keyTarget(key: string, step: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return step + 1;
    case 'ArrowLeft':
    case 'ArrowUp':
      return step - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
