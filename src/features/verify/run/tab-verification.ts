import { createVerifier } from '#widgets/verification/worker/verifier.ts';
import { watchRun } from '../away/watch-run.ts';
import { Verification } from './verification.ts';

let one: Verification | undefined;

/** The page tells at most this often what changed, so that thousands of answers never hold it. */
const tellEveryMilliseconds = 150;

/**
 * The one verification of this tab. It outlives its page: going elsewhere in the app and back loses nothing, and
 * of it only how far it is is stored, for the tray and for a page that is loaded after it.
 */
export function tabVerification(): Verification {
  if (one === undefined) {
    const workers = Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
    one = new Verification({
      verifier: createVerifier(workers),
      // One waits beside each that runs, so that no worker is idle between two files.
      atOnce: 2 * workers,
      now: () => performance.now(),
      later: (tell) => void setTimeout(tell, tellEveryMilliseconds),
    });
    watchRun(one);
  }
  return one;
}
