import type { Client } from './client.ts';

/** Calls for single things that come close together are made as one. */
const gatherMilliseconds = 15;
/** Keys of one call: so many fit into an address that every service takes (Rule WI-3). */
export const mostTogether = 100;

interface Waiting<Found> {
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A reader of single things that asks for those that are missing together in one call, each once.
 *
 * @param load reads up to `mostTogether` things by their keys; what is not in its answer is null
 */
export function gathering<Found>(
  load: (client: Client, keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (client: Client, key: string) => Promise<Found | null> {
  const gathered = new WeakMap<Client, Map<string, Waiting<Found>[]>>();

  const loadAll = async (client: Client, waiting: Map<string, Waiting<Found>[]>): Promise<void> => {
    const keys = [...waiting.keys()];
    for (let from = 0; from < keys.length; from += mostTogether) {
      const some = keys.slice(from, from + mostTogether);
      try {
        const found = await load(client, some);
        for (const key of some) waiting.get(key)?.forEach(({ resolve }) => resolve(found.get(key) ?? null));
      } catch (error) {
        for (const key of some) waiting.get(key)?.forEach(({ reject }) => reject(error));
      }
    }
  };

  return (client, key) =>
    new Promise((resolve, reject) => {
      let waiting = gathered.get(client);
      if (!waiting) {
        const opened = new Map<string, Waiting<Found>[]>();
        waiting = opened;
        gathered.set(client, opened);
        setTimeout(() => {
          gathered.delete(client);
          void loadAll(client, opened);
        }, gatherMilliseconds);
      }
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
}
