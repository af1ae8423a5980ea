// What a service dates is dated by its own clock, so its ages are counted by that clock and not by the one of this device.

let aheadMs = 0;
const listeners = new Set<() => void>();

/** Milliseconds by which the clock of the open connection's service is ahead of this device; 0 until it is known. */
export const serviceAheadMs = (): number => aheadMs;

export function setServiceAhead(ms: number): void {
  if (ms === aheadMs) return;
  aheadMs = ms;
  for (const listener of listeners) listener();
}

/** @returns how to stop */
export function onServiceAhead(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
