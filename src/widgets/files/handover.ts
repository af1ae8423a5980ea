/**
 * A file on its way from where it was dropped to the screen that takes it. It lives in memory alone: a file
 * can stand in no address, and the browser's history must not hold one.
 */
let waiting: File | undefined;
const listeners = new Set<() => void>();

/** Leaves a file for the composer; one that was not yet taken is replaced. */
export function handOver(file: File): void {
  waiting = file;
  for (const listener of listeners) listener();
}

/** Takes the file, once. */
export function takeHandedOver(): File | undefined {
  const file = waiting;
  waiting = undefined;
  return file;
}

/** Called whenever a file is left, for a composer that is already open. */
export function onHandedOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
