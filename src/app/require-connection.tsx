import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { matchPath, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '#client/session/session-context.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { paths, patterns } from '#widgets/paths.ts';
import { heldSharedKey, holdSharedKey, sharedKeyIn } from '#widgets/address/shared-key.ts';
import { QuietFrame } from './frame/quiet-frame.tsx';

export const Shell = lazyPart(async () => (await import('./frame/shell.tsx')).Shell);
const KeyPromptPage = lazy(async () => ({
  default: (await import('./key-prompt/key-prompt-page.tsx')).KeyPromptPage,
}));
const SharedRequestPage = lazy(async () => ({
  default: (await import('#features/requests/shared-link/shared-request-page.tsx')).SharedRequestPage,
}));
const BareFrame = lazy(async () => ({ default: (await import('./frame/bare-frame.tsx')).BareFrame }));

/** Shows the app only to who is connected; the way back to where they wanted to be is remembered. */
export function RequireConnection({ children }: { children: ReactNode }) {
  const { phase } = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // The key of a shared link goes into memory and out of the address before anything is fetched or shown.
  const secret = sharedKeyIn(hash);
  if (secret !== undefined) holdSharedKey(pathname, secret);
  useEffect(() => {
    if (secret !== undefined) void navigate(pathname + search, { replace: true });
  }, [secret, navigate, pathname, search]);
  const isShared = heldSharedKey(pathname) !== undefined && matchPath(patterns.request, pathname) !== null;
  // A signer of the demo, and whoever links themselves, needs no connection of an organization.
  const open = pathname === paths.sandbox || pathname === patterns.link;
  if (open && phase !== 'open' && phase !== 'resuming')
    return <Quietly>{<BareFrame>{children}</BareFrame>}</Quietly>;
  switch (phase) {
    case 'none':
      if (isShared)
        return (
          <Quietly>
            <BareFrame>
              <SharedRequestPage />
            </BareFrame>
          </Quietly>
        );
      return (
        <Navigate to={paths.connectThen(pathname + search + (secret === undefined ? hash : ''))} replace />
      );
    case 'resuming':
      return <QuietFrame />;
    case 'key-required':
      return (
        <Quietly>
          <KeyPromptPage />
        </Quietly>
      );
    case 'open':
      return (
        <Quietly>
          <Shell>{children}</Shell>
        </Quietly>
      );
  }
}

function Quietly({ children }: { children: ReactNode }) {
  return <Suspense fallback={<QuietFrame />}>{children}</Suspense>;
}
