import { useEffect, useSyncExternalStore } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { keepParts, readPublished } from '#client/session/build.ts';
import { useHost } from '#client/session/session-context.tsx';
import { NewVersionStrip } from './new-version-strip.tsx';
import { newerBuild } from './stale-build.ts';

/** Milliseconds after which the parts of this page are fetched: what the reader came for comes first. */
const quiet = 4_000;
/** Milliseconds between two looks at what is published, while the page is in sight. */
const pace = 5 * 60_000;

/** Keeps every part of this build at hand, and says when a newer one was published. */
export function NewBuild() {
  const { fetch: fetcher } = useHost();
  const published = useSyncExternalStore(newerBuild.subscribe, newerBuild.isPublished);
  useEffect(() => {
    const own = ownEntry();
    if (!import.meta.env.PROD || own === undefined) return undefined;
    const leave = new AbortController();
    let looked = 0;
    const look = async (): Promise<readonly string[]> => {
      looked = currentMillis();
      const found = await readPublished(fetcher);
      if (!found || leave.signal.aborted) return [];
      if (`/${found.entry}` === own) return found.parts;
      newerBuild.note();
      return [];
    };
    const first = setTimeout(() => {
      void look().then((parts) => (savesData() ? undefined : keepParts(fetcher, parts, leave.signal)));
    }, quiet);
    const again = (): void => {
      if (document.visibilityState === 'visible' && currentMillis() - looked > pace) void look();
    };
    const timer = setInterval(again, pace);
    document.addEventListener('visibilitychange', again);
    return () => {
      leave.abort();
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

/** The reader asked the browser to spend little. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
