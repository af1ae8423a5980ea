/**
 * Whether the service can be reached, as far as it is known without a call. A device that says it has no network still
 * reaches a service that runs on itself: once one answers, the device counts as online until its network changes.
 */
let answeredOffline = false;
const listeners = new Set<() => void>();

function set(answered: boolean): void {
  if (answeredOffline === answered) return;
  answeredOffline = answered;
  for (const listener of listeners) listener();
}

export const isOnline = (): boolean =>
  typeof navigator === 'undefined' || navigator.onLine || answeredOffline;

/** An answer of the service came. */
export function noteAnswer(): void {
  if (typeof navigator !== 'undefined' && !navigator.onLine) set(true);
}

/** No answer came: what is known of a device without a network is what it says. */
export const noteSilence = (): void => set(false);

/** Calls back when `isOnline` may have changed; gives what ends it. */
export function subscribeOnline(listener: () => void): () => void {
  const changed = (): void => {
    answeredOffline = false;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
