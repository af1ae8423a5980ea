/** Bytes in transfer of the bulks that this tab runs. They change too quickly to be stored, and end with the tab. */
const onTheirWay = new Map<string, Map<number, number>>();
const listeners = new Set<() => void>();

export const bulkUploads = {
  /** @param n place of the item; -1: nothing is in transfer any more */
  note: (id: string, n: number, bytes: number): void => {
    const items = onTheirWay.get(id) ?? new Map<number, number>();
    if (n < 0) items.clear();
    else if (bytes > 0) items.set(n, bytes);
    else items.delete(n);
    onTheirWay.set(id, items);
    for (const listener of listeners) listener();
  },
  /** Bytes of a bulk that left and are not acknowledged yet. */
  of: (id: string): number =>
    [...(onTheirWay.get(id)?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
