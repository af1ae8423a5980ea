import { z } from 'zod/mini';
import { tabStore, verifyRunSlot } from '#client/session/preferences.ts';

const RunNote = z.object({
  phase: z.enum(['running', 'paused', 'done']),
  total: z.number(),
  checked: z.number(),
  /** Items whose verdict is invalid. */
  invalid: z.number(),
  /** Items at which the verifier stopped. */
  broken: z.number(),
  /** Items that were cancelled. */
  cancelled: z.number(),
  secondsLeft: z.optional(z.number()),
  /** Its page was closed or reloaded. */
  left: z.optional(z.boolean()),
});

/** How far the run of this tab is, in numbers: no name of a file and no hash is stored. */
export type RunNote = z.infer<typeof RunNote>;

/** What this page wrote last: files and results of the run are in its memory. */
let own: string | undefined;
const listeners = new Set<() => void>();

function change(note: string | undefined): void {
  if (note === own && note !== undefined) return;
  own = note;
  if (note === undefined) tabStore.remove(verifyRunSlot);
  else tabStore.set(verifyRunSlot, note);
  for (const listener of listeners) listener();
}

/**
 * The note of the run in this tab's storage. It is there while the run lasts, and until its results are on the screen
 * or the user removes it. A page that is loaded later finds that a run ended with the page before it.
 */
export const runNote = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): string | null => own ?? tabStore.get(verifyRunSlot),
  isOwn: (): boolean => own !== undefined,
  write: (note: RunNote): void => change(JSON.stringify(note)),
  remove: (): void => change(undefined),
};

export interface TabRun extends Omit<RunNote, 'phase' | 'left'> {
  readonly phase: RunNote['phase'] | 'ended';
}

/**
 * What a note says of the run of this tab.
 *
 * @returns undefined without a run, and for a copy of the note in a duplicated tab, whose run goes on in the first
 */
export function parseRunNote(text: string | null): TabRun | undefined {
  const note = text === null ? undefined : readNote(text);
  if (note === undefined) return undefined;
  const { left, phase, ...numbers } = note;
  if (text === own) return { ...numbers, phase };
  return left || isReloaded() ? { ...numbers, phase: 'ended' } : undefined;
}

function readNote(text: string): RunNote | undefined {
  try {
    return RunNote.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** After a crash nothing was written by the page that ended; the page is then loaded again. */
function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  // The type of entries of this kind.
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
