/**
 * A file on its way from where it was dropped to the screen that takes it. It lives in memory alone: a file
 * can stand in no address, and the browser's history must not hold one.
 */
let waiting: File | undefined;

/** Leaves a file for the new request that is opened next; one that was not yet taken is replaced. */
export function handOver(file: File): void {
  waiting = file;
}

/** Takes the file, once. */
export function takeHandedOver(): File | undefined {
  const file = waiting;
  waiting = undefined;
  return file;
}
