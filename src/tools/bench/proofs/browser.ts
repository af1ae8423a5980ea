/** The measurement in a page: input and output go through two functions that the host of the page gives it. */
import { measureProofs, type Options } from './measure.ts';

declare global {
  // Set by the host of the page before this script runs.
  var benchInput: Options;
  var benchSay: (section: unknown) => Promise<void>;
  var benchDone: (error: string | null) => Promise<void>;
}

measureProofs(globalThis.benchInput, (section) => void globalThis.benchSay(section)).then(
  () => globalThis.benchDone(null),
  (error: unknown) => globalThis.benchDone(String(error)),
);
