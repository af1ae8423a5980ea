import type { Snapshot } from '../run/snapshot.ts';
import type { Verification } from '../run/verification.ts';
import { runNote, type RunNote } from './run-note.ts';

/** Pages that show the results now. */
let shown = 0;

/** Notes how far a verification is, for the other pages, and makes the browser ask before its page is left for good. */
export function watchRun(verification: Verification): void {
  let stopConfirming: (() => void) | undefined;
  const note = (left = false): void => {
    noteRun(verification.snapshot(), left);
    if (runNote.isOwn()) stopConfirming ??= confirmLeaving();
    else {
      stopConfirming?.();
      stopConfirming = undefined;
    }
  };
  verification.subscribe(() => note());
  runNote.subscribe(() => {
    if (!runNote.isOwn()) note();
  });
  addEventListener('pagehide', () => note(true));
  // The browser may show the page again as it was.
  addEventListener('pageshow', () => note());
}

/** The results are on the screen until the returned function is called: what is done needs no note. */
export function showRun(verification: Verification): () => void {
  shown += 1;
  noteRun(verification.snapshot(), false);
  return () => {
    shown -= 1;
  };
}

function noteRun(snapshot: Snapshot, left: boolean): void {
  const { phase } = snapshot;
  const isUnseen = phase === 'done' && runNote.isOwn() && shown === 0;
  if (phase === 'running' || phase === 'paused' || isUnseen) runNote.write(noteOf(snapshot, phase, left));
  else if (runNote.isOwn()) runNote.remove();
}

function noteOf(
  { items, counts, stopped, secondsLeft }: Snapshot,
  phase: RunNote['phase'],
  left: boolean,
): RunNote {
  const broken = items.filter(({ step }) => step === 'broken').length;
  return {
    phase,
    total: items.length,
    checked: items.length - counts.RUNNING - counts.NOT_RUN,
    invalid: counts.FAILED,
    broken,
    cancelled: stopped - broken,
    ...(secondsLeft !== undefined && phase === 'running' && { secondsLeft: Math.ceil(secondsLeft) }),
    ...(left && { left }),
  };
}

/** The browser has the user confirm before it closes or reloads the page. @returns how to stop */
function confirmLeaving(): () => void {
  const prevent = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener('beforeunload', prevent);
  return () => removeEventListener('beforeunload', prevent);
}
