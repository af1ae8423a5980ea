import { currentMillis } from '#clock/clock.ts';
import { isReached } from '#client/http/reach.ts';
import { tabStore } from '#client/session/preferences.ts';

/**
 * A newer build was published while this page was open. As long as its own parts come (they are in the browser's
 * cache), the page goes on; a part that is no longer on the server means that it cannot. Either way the next
 * navigation loads the page anew, instead of requesting more parts of a build that is gone. A form is never left for
 * it.
 */
let missing = false;
let newer = false;
const listeners = new Set<() => void>();

export const newerBuild = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isPublished: (): boolean => newer,
  note: (): void => {
    newer = true;
    for (const listener of listeners) listener();
  },
};

/** A part of the app did not come. */
export function noteStaleBuild(): void {
  missing = true;
}

/** Whether the next navigation is to load the page anew. */
export function isStaleBuild(): boolean {
  return missing || (newer && survivesLoading());
}

/** A key that is in memory alone is gone with the page: then nothing is loaded anew unasked. */
function survivesLoading(): boolean {
  try {
    const session = JSON.parse(tabStore.get('testigo.session') ?? 'null') as {
      demo?: unknown;
      key?: unknown;
    } | null;
    return session === null || session.demo === true || typeof session.key === 'string';
  } catch {
    return false;
  }
}

const slot = 'testigo.loaded-again';

/**
 * Loads the page anew for a part that is missing, as soon as its document can be had: once for an address in a minute,
 * so that a part that is missing from the newer build too is said instead. Not when the reader's key would be lost by
 * it.
 *
 * @returns ends the waiting
 */
export function loadAgain(): () => void {
  const address = window.location.pathname;
  const before = tabStore.get(slot)?.split(' ') ?? [];
  let over = !survivesLoading() || (before[0] === address && currentMillis() - Number(before[1]) < 60_000);
  const look = async (): Promise<void> => {
    // Where nothing answers, a page that says so is better than none.
    while (!over && !(await isReached(address))) await new Promise((next) => setTimeout(next, 3_000));
    if (over) return;
    tabStore.set(slot, `${address} ${currentMillis()}`);
    if (tabStore.get(slot) !== null) window.location.reload();
  };
  void look();
  return () => {
    over = true;
  };
}
