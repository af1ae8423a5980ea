import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type * as tabRunModule from '#features/verify/away/tab-run.ts';

type TabRunModule = typeof tabRunModule;

/** What can be done with the run of /verify in this tab. */
export type TabRunControls = TabRunModule['tabRun'];

/** How far the run is. */
export type TabRun = NonNullable<ReturnType<TabRunModule['parseRunNote']>>;

/** The run of /verify in this tab, while it lasts and until its results were seen. Its file is fetched by itself. */
export function useTabRun(): { run: TabRun | undefined; controls: TabRunControls | undefined } {
  const [loaded, setLoaded] = useState<TabRunModule>();
  useEffect(() => {
    // Without it the tray has its other items, and /verify says the same.
    import('#features/verify/away/tab-run.ts').then(setLoaded, () => undefined);
  }, []);
  const text = useSyncExternalStore(
    loaded?.tabRun.subscribe ?? subscribeToNothing,
    loaded?.tabRun.read ?? readNothing,
  );
  const run = useMemo(() => loaded?.parseRunNote(text), [loaded, text]);
  return { run, controls: loaded?.tabRun };
}

const subscribeToNothing = () => () => undefined;
const readNothing = () => null;
