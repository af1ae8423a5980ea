/**
 * The page that ours are compared with: what a careful team builds with React, React Router and TanStack Query and no
 * component library. It reads who is signed in, then a list of 25 witnesses, and draws them in a table. Do not improve
 * it: figures of different days are only comparable while it stays as it is.
 */
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { BrowserRouter, NavLink, Route, Routes } from 'react-router-dom';
import './reference-page.css';

const ReferenceList = lazy(async () => ({ default: (await import('./reference-list.tsx')).ReferenceList }));

function Frame() {
  const user = useQuery({
    queryKey: ['user'],
    queryFn: async () => (await (await fetch('/api/user')).json()) as { name: string },
  });
  if (!user.data) return <p className="loading">Loading…</p>;
  return (
    <div className="frame">
      <nav>
        <strong>Reference</strong>
        {['Dashboard', 'Discussions', 'Users', 'Settings'].map((name) => (
          <NavLink key={name} to={`/${name.toLowerCase()}`}>
            {name}
          </NavLink>
        ))}
        <span>{user.data.name}</span>
      </nav>
      <main>
        <h1>Discussions</h1>
        <Suspense fallback={<p className="loading">Loading…</p>}>
          <Routes>
            <Route path="*" element={<ReferenceList />} />
          </Routes>
        </Suspense>
      </main>
    </div>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>
          <Frame />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
