import type { ObjectStore } from './objects.ts';

/** Milliseconds for which an answer of the store counts. */
const pace = 5_000;

/**
 * Says whether the object store answered at the last look, without waiting for it: whoever reads readiness waits a
 * second at most, and a store that is stalled answers later than that. Undefined where documents lie in a folder.
 */
export function watchDocuments(objects: ObjectStore): (() => boolean) | undefined {
  if (!objects.isReachable) return undefined;
  // A start has stored something there.
  let latest = true;
  let next = -Infinity;
  return () => {
    if (performance.now() >= next) {
      next = performance.now() + pace;
      void objects.isReachable?.().then((answered) => (latest = answered));
    }
    return latest;
  };
}
