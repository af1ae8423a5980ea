import { useEffect, useSyncExternalStore } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { readPublished } from '#client/session/build.ts';
import { useHost } from '#client/session/session-context.tsx';
import { NewVersionStrip } from './new-version-strip.tsx';
import { prefetchParts } from './prefetch-parts.ts';
import { newerBuild } from './stale-build.ts';

/** Milliseconds after which the parts of this page are prefetched: what the page itself needs comes first. */
const prefetchDelayMs = 4_000;
/** Milliseconds between two reads of what is published, while the page is visible. */
const pollIntervalMs = 5 * 60_000;

/** Prefetches every part of this build, and reports when a newer one was published. */
export function NewBuild() {
  const { fetch: fetcher } = useHost();
  const published = useSyncExternalStore(newerBuild.subscribe, newerBuild.isPublished);
  useEffect(() => {
    const own = ownEntry();
    if (!import.meta.env.PROD || own === undefined) return undefined;
    const leave = new AbortController();
    let looked = 0;
    let stopPrefetch: (() => void) | undefined;
    const look = async (): Promise<readonly string[]> => {
      looked = currentMillis();
      const found = await readPublished(fetcher);
      if (!found || leave.signal.aborted) return [];
      if (`/${found.entry}` === own) return found.parts;
      newerBuild.note();
      return [];
    };
    const first = setTimeout(() => {
      void look().then((parts) => {
        if (!leave.signal.aborted && !savesData()) stopPrefetch = prefetchParts(parts);
      });
    }, prefetchDelayMs);
    const again = (): void => {
      if (document.visibilityState === 'visible' && currentMillis() - looked > pollIntervalMs) void look();
    };
    const timer = setInterval(again, pollIntervalMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      leave.abort();
      stopPrefetch?.();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [fetcher]);
  return published ? <NewVersionStrip /> : null;
}

/** The script that this page began with, which is named by its content. */
function ownEntry(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  return script ? new URL(script.src).pathname : undefined;
}

/** The user set the browser to save data. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
