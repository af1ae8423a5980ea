import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cloneElement, type ReactElement } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { embeddedConnection } from '#client/session/connection.ts';
import type { DriftLog } from '#client/answers/drift.ts';
import { SessionProvider } from '#client/session/session-context.tsx';
import { Session } from '#client/session/session.ts';
import type { TabStore } from '#client/session/stored-session.ts';
import { fakeFetch, json, type RecordedRequest } from '#client/testing/answers.ts';
import { memoryStore } from '#ui/testing/render.tsx';
import { UiProvider } from '#ui/theme/ui-provider.tsx';
import type { Locale } from '#i18n/messages.ts';

export const origin = 'http://localhost:3000';

/** A tab's session store in memory. */
export function memoryTab(values: Record<string, string> = {}): TabStore & { values: Map<string, string> } {
  const map = new Map(Object.entries(values));
  return {
    values: map,
    get: (name) => map.get(name) ?? null,
    set: (name, value) => void map.set(name, value),
    remove: (name) => void map.delete(name),
  };
}

export const list = (results: unknown[], count = results.length): Response =>
  json({ results, info: { id: 'list', count, pages: 1, next: null, prev: null } });

export const refusal = (status: number, message: string): Response =>
  json({ errors: [{ message, extensions: { code: 'X', http: { status } } }] }, status);

export const organization = { id: 'a'.repeat(24), name: 'Grupo Ceibal' };

/** A service with one organization behind one key; `answer` may take over any request. */
export function smallService(
  answer: (seen: RecordedRequest, path: string) => Response | Promise<Response> | undefined = () => undefined,
) {
  return fakeFetch((seen) => {
    const path = seen.url.pathname.replace('/rest/v1', '');
    const own = answer(seen, path);
    if (own) return own;
    if (path === '/sandbox/session' || path === '/readyz' || path.endsWith('/preservation'))
      return refusal(404, 'Not here');
    if (seen.headers.get('authorization') !== 'Bearer good-key') return refusal(401, 'Unknown key');
    if (path === '/witnesses') return list([], 107);
    if (path === '/signature-requests') return list([], 40);
    if (path === '/organizations') return list([organization]);
    return list([]);
  });
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-where>{pathname + search}</output>;
}

/** Renders pages with all that the app puts above them; `open` connects first. */
export async function renderInHost(
  node: ReactElement,
  {
    fetch: fetcher,
    path = '/',
    open = false,
    demo = false,
    tab = memoryTab(),
    drift,
    language = 'es-MX',
    at = origin,
  }: {
    fetch: typeof fetch;
    path?: string;
    open?: boolean;
    demo?: boolean;
    tab?: TabStore;
    drift?: DriftLog;
    language?: Locale;
    /** The origin under which the dashboard is open. */
    at?: string;
  },
) {
  window.history.replaceState(null, '', path);
  const session = new Session({ fetch: fetcher, store: tab, origin: at, ...(drift ? { drift } : {}) });
  if (open)
    await session.connect({ connection: embeddedConnection(at), key: 'good-key', remember: false, demo });
  // As the app starts: what the tab remembers is taken up before anything is shown.
  else void session.resume();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <SessionProvider host={{ session, fetch: fetcher, origin: at }}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <UiProvider store={memoryStore({ language })}>
            {() => (
              <>
                {/* As in the app: a page is made anew when the language changes. */}
                {cloneElement(node)}
                <Where />
              </>
            )}
          </UiProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </SessionProvider>,
  );
  return {
    ...view,
    session,
    queries,
    user: userEvent.setup(),
    where: () => view.container.querySelector('[data-where]')?.textContent,
  };
}
