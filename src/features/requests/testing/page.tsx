import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { createQueryClient } from '#client/queries/query-client.ts';
import { SessionProvider } from '#client/session/session-context.tsx';
import { Session } from '#client/session/session.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { renderUi } from '#ui/testing/render.tsx';

const origin = 'http://127.0.0.1:4310';

interface Answer {
  status?: number;
  body: unknown;
}

/** A page of this feature over a service that a function answers for, at an address. */
export async function renderPage(
  page: ReactNode,
  address: string,
  answer: (path: string, query: URLSearchParams, method: string) => Answer | Promise<Answer>,
) {
  const fetcher: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { status = 200, body } = await answer(
      url.pathname.replace('/rest/v1', ''),
      url.searchParams,
      init?.method ?? 'GET',
    );
    return new Response(JSON.stringify(body), { status });
  };
  const values = new Map<string, string>();
  const session = new Session({
    fetch: fetcher,
    origin,
    store: {
      get: (name) => values.get(name) ?? null,
      set: (name, value) => void values.set(name, value),
      remove: (name) => void values.delete(name),
    },
  });
  await session.connect({ connection: embeddedConnection(origin), key: 'key', remember: false });
  const at = { current: '' };
  function Where() {
    const { pathname, search, hash } = useLocation();
    at.current = pathname + search + hash;
    return null;
  }
  window.history.replaceState(null, '', address);
  const queries = createQueryClient();
  const view = renderUi(() => (
    <SessionProvider host={{ session, fetch: fetcher, origin }}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          {page}
          <Where />
        </BrowserRouter>
      </QueryClientProvider>
    </SessionProvider>
  ));
  return { ...view, at, queries };
}
