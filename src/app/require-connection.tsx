import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#api/session-context.tsx';
import { paths, patterns } from '#widgets/paths.ts';
import { holdSharedKey, sharedKeyIn } from '#widgets/shared-key.ts';
import { QuietFrame } from './quiet-frame.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));
const KeyAsked = lazy(async () => ({ default: (await import('./key-asked.tsx')).KeyAsked }));
const BareFrame = lazy(async () => ({ default: (await import('./bare-frame.tsx')).BareFrame }));

/** Shows the app only to who is connected; the way back to where they wanted to be is kept. */
export function RequireConnection({ children }: { children: ReactNode }) {
  const { phase } = useSession();
  const { pathname, search, hash } = useLocation();
  // A signer of the demo, and whoever links themselves, needs no connection of an organization.
  const open = pathname === paths.sandbox || pathname === patterns.link;
  if (open && phase !== 'open' && phase !== 'resuming')
    return <Quietly>{<BareFrame>{children}</BareFrame>}</Quietly>;
  switch (phase) {
    case 'none': {
      const secret = sharedKeyIn(hash);
      // A shared link's key goes around the address of /connect, not through it.
      if (secret !== undefined) holdSharedKey(pathname, secret);
      return (
        <Navigate to={paths.connectThen(pathname + search + (secret === undefined ? hash : ''))} replace />
      );
    }
    case 'resuming':
      return <QuietFrame />;
    case 'key-asked':
      return (
        <Quietly>
          <KeyAsked />
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
