import type { TabHost } from '../host.ts';

export interface FakeTab extends TabHost {
  /** What happens when a tab that slept is looked at again. */
  wake(): void;
  /** Asleep, it receives nothing; what was posted meanwhile is lost. */
  asleep: boolean;
}

/** One browser with several tabs in one process, joined by channels. */
export function fakeBrowser(): {
  tab: (without?: { pipes?: boolean }) => FakeTab;
  /** Everything that was ever posted, as text. */
  posted: string[];
} {
  const channels = new Map<string, Set<{ tab: FakeTab; hear: (message: unknown) => void }>>();
  const posted: string[] = [];
  return {
    posted,
    tab: ({ pipes = true } = {}) => {
      const wakers = new Set<() => void>();
      const tab: FakeTab = {
        asleep: false,
        onWake: (look) => {
          wakers.add(look);
          return () => wakers.delete(look);
        },
        wake: () => {
          tab.asleep = false;
          for (const look of wakers) look();
        },
        pipe: (name, hear) => {
          if (!pipes) return undefined;
          const end = { tab, hear };
          const ends = channels.get(name) ?? new Set();
          channels.set(name, ends.add(end));
          return {
            post: (message) => {
              posted.push(JSON.stringify(message));
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
      return tab;
    },
  };
}
