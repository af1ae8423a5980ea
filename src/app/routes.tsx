import { Suspense, type ComponentType } from 'react';
import { matchPath, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { paths, patterns } from '#widgets/paths.ts';
import { noteLoad } from './page-loads.ts';
import { RequireConnection, Shell } from './require-connection.tsx';
import { RouteBoundary } from './route-boundary.tsx';

type Load = () => Promise<ComponentType>;

const directoryLists: Load = async () => (await import('#features/directory/list-routes.tsx')).ListRoutes;

/** Every page, in a file of its own that is fetched when it is first gone to. The first match counts. */
const pages: readonly { path: string; load: Load }[] = [
  {
    path: paths.overview,
    load: async () => (await import('#features/overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: paths.requests,
    load: async () => (await import('#features/requests/list/requests-page.tsx')).RequestsPage,
  },
  {
    path: paths.newRequest,
    load: async () => (await import('#features/compose/compose-page.tsx')).ComposePage,
  },
  {
    path: paths.bulk,
    load: async () => (await import('#features/bulk/bulk-page.tsx')).BulkPage,
  },
  {
    path: patterns.request,
    load: async () => (await import('#features/requests/detail/request-page.tsx')).RequestPage,
  },
  {
    path: paths.witnesses,
    load: async () => (await import('#features/witnesses/list/witnesses-page.tsx')).WitnessesPage,
  },
  {
    path: patterns.witness,
    load: async () => (await import('#features/witnesses/detail/witness-page.tsx')).WitnessPage,
  },
  {
    path: paths.endorsements,
    load: async () => (await import('#features/endorsements/endorsements-page.tsx')).EndorsementsPage,
  },
  {
    path: patterns.token,
    load: async () => (await import('#features/tokens/token-page.tsx')).TokenPage,
  },
  {
    path: patterns.wallet,
    load: async () => (await import('#features/wallets/wallet-page.tsx')).WalletPage,
  },
  {
    path: paths.directory,
    load: async () => (await import('#features/directory/people/directory-page.tsx')).DirectoryPage,
  },
  ...[paths.certificates, paths.issuers].map((list) => ({ path: `${list}/*`, load: directoryLists })),
  {
    path: patterns.subject,
    load: async () => (await import('#features/directory/person/subject-page.tsx')).SubjectPage,
  },
  {
    path: patterns.link,
    load: async () => (await import('#features/linking/link-page.tsx')).LinkPage,
  },
  {
    path: paths.organization,
    load: async () => (await import('#features/organization/organization-page.tsx')).OrganizationPage,
  },
  {
    path: paths.drift,
    load: async () => (await import('#features/settings/drift-page.tsx')).DriftPage,
  },
  {
    path: paths.rates,
    load: async () => (await import('#features/rates/rates-page.tsx')).RatesPage,
  },
  {
    path: paths.settings,
    load: async () => (await import('#features/settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: paths.sandbox,
    load: async () => (await import('#features/sandbox/sandbox-page.tsx')).SandboxPage,
  },
  // The theme, to look at while developing; no part of the product.
  ...(import.meta.env.DEV
    ? [{ path: '/theme', load: async () => (await import('#ui/gallery/gallery.tsx')).Gallery }]
    : []),
  { path: '*', load: async () => (await import('./not-found-page.tsx')).NotFoundPage },
];

const verify: Load = async () => (await import('#features/verify/verify-page.tsx')).VerifyPage;
const connect: Load = async () => (await import('#features/connect/connect-page.tsx')).ConnectPage;

const page = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(() => noteLoad(load));

const ConnectPage = page(connect);
const VerifyPage = page(verify);
const VerifyFrame = page(async () => (await import('./frame/verify-frame.tsx')).VerifyFrame);
const routed = pages.map(({ path, load }) => ({ path, Page: page(load) }));

/**
 * Fetches what the page of an address is drawn with.
 *
 * @param hasSession pages that need one have the frame of the app around them
 * @returns when everything has come, or failed: a failure is said where the page is shown
 */
export async function preload(pathname: string, hasSession: boolean): Promise<void> {
  const open = [
    { path: paths.connect, parts: [ConnectPage] },
    { path: paths.verify, parts: [VerifyPage, VerifyFrame] },
  ];
  const framed = routed.map(({ path, Page }) => ({ path, parts: hasSession ? [Page, Shell] : [Page] }));
  const found = [...open, ...framed].find(({ path }) => matchPath(path, pathname));
  await Promise.allSettled(found?.parts.map((part) => part.preload()) ?? []);
}

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <RouteBoundary alone at={pathname}>
      <Routes>
        <Route element={<Guarded />}>
          <Route path={paths.connect} element={<ConnectPage />} />
        </Route>
        <Route
          element={
            <Suspense fallback={null}>
              <VerifyFrame>
                <Guarded />
              </VerifyFrame>
            </Suspense>
          }
        >
          <Route path={paths.verify} element={<VerifyPage />} />
        </Route>
        <Route
          element={
            <RequireConnection>
              <Guarded />
            </RequireConnection>
          }
        >
          {routed.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
      </Routes>
    </RouteBoundary>
  );
}

/** A page that waits quietly for its own file, and fails inside its frame. */
function Guarded() {
  const { pathname } = useLocation();
  return (
    <RouteBoundary at={pathname}>
      <Suspense fallback={<LoadingRows kind="list" />}>
        <Outlet />
      </Suspense>
    </RouteBoundary>
  );
}
