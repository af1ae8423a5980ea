import { useEffect } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider, useSession } from '#client/session/session-context.tsx';
import type { Session } from '#client/session/session.ts';
import { localPreferences } from '#client/session/preferences.ts';
import { UiProvider } from '#ui/theme/ui-provider.tsx';
import { GuideAtAddress } from '#widgets/marks/guide-at-address.tsx';
import { AppLink } from './app-link.tsx';
import { MissedNavigation } from './missed-navigation.tsx';
import { forgetRecents } from './palette/recents-slot.ts';
import { AppRoutes } from './routes.tsx';

export interface Host {
  readonly session: Session;
  readonly fetch: typeof fetch;
  readonly origin: string;
}

// The store puts the app's name before every key; the parts name theirs in full.
const bare = (key: string): string => key.replace(/^testigo\./, '');
const preferenceStore = {
  get: (key: string) => localPreferences.get(bare(key)),
  set: (key: string, value: string) => {
    localPreferences.set(bare(key), value);
  },
};

/** Everything that pages need above them, and the pages. */
export function App({ host, queries }: { host: Host; queries: QueryClient }) {
  return (
    <SessionProvider host={host}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <MissedNavigation />
          <UiProvider store={preferenceStore} link={AppLink}>
            {() => (
              <>
                <ForgetOnSignOut queries={queries} />
                <AppRoutes />
                <GuideAtAddress />
              </>
            )}
          </UiProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </SessionProvider>
  );
}

/** What was read with a key leaves memory and this tab's storage together with the key. */
function ForgetOnSignOut({ queries }: { queries: QueryClient }) {
  const { phase } = useSession();
  useEffect(() => {
    if (phase !== 'none') return;
    queries.clear();
    forgetRecents();
  }, [phase, queries]);
  return null;
}
