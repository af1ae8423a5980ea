let waiting = 0;
const listeners = new Set<() => void>();

/** Counts the loading of a page's program while it lasts, for the bar that shows it. */
export async function noteLoad<T>(load: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await load();
  } finally {
    change(-1);
  }
}

export function subscribeLoads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isLoadingPage = (): boolean => waiting > 0;

function change(by: number): void {
  waiting += by;
  // A page begins to load while React renders, when no component may change.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}
