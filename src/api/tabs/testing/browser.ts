import type { Locks, TabHost } from '../host.ts';

interface Waiting {
  readonly tab: string;
  readonly grant: () => void;
}

export interface FakeTab extends TabHost {
  /** The tab's process ends: it says and hears nothing more, and what it held is free. */
  crash(): void;
  /** What happens when a tab that slept is looked at again. */
  wake(): void;
  /** Asleep, it hears nothing; what was told meanwhile is lost. */
  asleep: boolean;
}

/** One browser with several tabs in one process: channels and locks that all of them share. */
export function fakeBrowser(): {
  tab: (without?: { pipes?: boolean; locks?: boolean }) => FakeTab;
  /** Everything that was ever posted, as text. */
  posted: string[];
  /** The tabs that hold a lock now. */
  holding: () => FakeTab[];
} {
  const channels = new Map<string, Set<{ tab: FakeTab; hear: (message: unknown) => void }>>();
  const holders = new Map<string, string>();
  const queues = new Map<string, Waiting[]>();
  const posted: string[] = [];
  const tabs: FakeTab[] = [];

  const free = (name: string): void => {
    holders.delete(name);
    queues.get(name)?.shift()?.grant();
  };
  const locksOf = (tab: string): Locks => ({
    request: (name, { ifAvailable, signal }, hold) =>
      new Promise((resolve, reject) => {
        const run = (): void => {
          holders.set(name, tab);
          void Promise.resolve(hold({})).then(() => {
            if (holders.get(name) === tab) free(name);
            resolve(undefined);
          });
        };
        if (!holders.has(name)) run();
        else if (ifAvailable) {
          void hold(null);
          resolve(undefined);
        } else {
          const waiting: Waiting = { tab, grant: run };
          const queue = queues.get(name) ?? [];
          queues.set(name, queue);
          queue.push(waiting);
          signal?.addEventListener('abort', () => {
            const at = queue.indexOf(waiting);
            if (at < 0) return;
            queue.splice(at, 1);
            reject(new DOMException('Aborted', 'AbortError'));
          });
        }
      }),
  });

  return {
    posted,
    holding: () => [...holders.values()].flatMap((id) => tabs[Number(id)] ?? []),
    tab: ({ pipes = true, locks = true } = {}) => {
      const id = String(tabs.length);
      const wakers = new Set<() => void>();
      let alive = true;
      const tab: FakeTab = {
        asleep: false,
        build: 'one',
        now: () => Date.now(),
        locks: locks ? locksOf(id) : undefined,
        onWake: (look) => {
          wakers.add(look);
          return () => wakers.delete(look);
        },
        onLeave: () => () => undefined,
        wake: () => {
          tab.asleep = false;
          for (const look of wakers) look();
        },
        crash: () => {
          alive = false;
          for (const queue of queues.values())
            for (const waiting of queue.filter((one) => one.tab === id))
              queue.splice(queue.indexOf(waiting), 1);
          for (const [name, holder] of [...holders]) if (holder === id) free(name);
        },
        pipe: (name, hear) => {
          if (!pipes) return undefined;
          const end = { tab, hear };
          const ends = channels.get(name) ?? new Set();
          channels.set(name, ends.add(end));
          return {
            post: (message) => {
              if (!alive) return;
              posted.push(
                JSON.stringify(message, (_, value: unknown) =>
                  typeof value === 'bigint' ? String(value) : value,
                ),
              );
              for (const other of [...ends]) {
                if (other === end || other.tab.asleep) continue;
                const copy: unknown = structuredClone(message);
                // As between processes: never at once.
                setTimeout(() => {
                  if (ends.has(other) && !other.tab.asleep) other.hear(copy);
                }, 1);
              }
            },
            close: () => void ends.delete(end),
          };
        },
      };
      tabs.push(tab);
      return tab;
    },
  };
}
