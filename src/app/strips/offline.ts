/**
 * The service worker, which keeps what /verify needs for when there is no network. A newer build waits beside the one
 * in use and takes its place when the page loads the next time; a page that is open never changes under its reader.
 */
let waiting = false;
const listeners = new Set<() => void>();

export const newerVersion = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWaiting: (): boolean => waiting,
};

let requested = false;

/** Keeps the page for later, once. Without service workers, or where they are refused, the page is as it was. */
export function keepForOffline(): void {
  if (requested || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  requested = true;
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
      const look = () => {
        // The first one serves nothing that is open; only a second one is newer than the page.
        if (!registration.waiting || !navigator.serviceWorker.controller || waiting) return;
        waiting = true;
        for (const listener of listeners) listener();
      };
      look();
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    } catch {
      // Refused in private windows and by policies. Nothing is lost but the way without a network.
    }
  };
  // What is shown first comes first.
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}
