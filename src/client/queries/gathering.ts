import type { Client } from '../http/client.ts';

/** Calls for single things that come close together are made as one. */
const gatherMilliseconds = 15;
/** Keys of one call: so many fit into an address that every service takes (Rule WI-3). */
export const mostTogether = 100;

/** Questions that a service answers side by side. */
const mostSideBySide = 6;

/**
 * Runs a task for every item, so many at a time, in the order of the items. The first that fails fails all, and no
 * other is begun.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (failed) return;
      try {
        results.set(at, await task(item));
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostSideBySide, items.length) }, work));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

interface Waiting<Value> {
  readonly resolve: (value: Value | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A reader of single things that asks for those that are missing together in one call, each once.
 *
 * @param load reads up to `mostTogether` things by their keys; what is not in its answer is null
 */
export function gathering<Value>(
  load: (client: Client, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (client: Client, key: string) => Promise<Value | null> {
  const gathered = new WeakMap<Client, Map<string, Waiting<Value>[]>>();

  const loadAll = async (client: Client, waiting: Map<string, Waiting<Value>[]>): Promise<void> => {
    const keys = [...waiting.keys()];
    const calls = Array.from({ length: Math.ceil(keys.length / mostTogether) }, (_, at) =>
      keys.slice(at * mostTogether, (at + 1) * mostTogether),
    );
    await sideBySide(calls, async (some) => {
      try {
        const values = await load(client, some);
        for (const key of some) waiting.get(key)?.forEach(({ resolve }) => resolve(values.get(key) ?? null));
      } catch (error) {
        for (const key of some) waiting.get(key)?.forEach(({ reject }) => reject(error));
      }
    });
  };

  return (client, key) =>
    new Promise((resolve, reject) => {
      let waiting = gathered.get(client);
      if (!waiting) {
        const opened = new Map<string, Waiting<Value>[]>();
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
