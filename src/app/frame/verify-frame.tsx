import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import OfflineIcon from '@mui/icons-material/WifiOffOutlined';
import { useSession } from '#client/session/session-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { BrandMark } from '#ui/layout/brand.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { OtherLanguage } from '#widgets/other-language.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { NewVersion } from '../strips/new-version.tsx';
import { QuietFrame } from './quiet-frame.tsx';
import css from './verify-frame.module.css';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** How long a connection that is taken up again may keep this page waiting, which needs none. */
const patienceMilliseconds = 1500;

/** The app frame around the page for who is connected; for everybody else its own frame, which requests nothing. */
export function VerifyFrame({ children }: { children: ReactNode }) {
  const { phase } = useSession();
  const [patient, setPatient] = useState(navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPatient(false);
    }, patienceMilliseconds);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (phase === 'resuming' && patient) return <QuietFrame />;
  if (phase !== 'open') return <Bare>{children}</Bare>;
  return (
    <Suspense fallback={<QuietFrame />}>
      <Shell>{children}</Shell>
    </Suspense>
  );
}

function Bare({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <div className={css.root}>
      <header>
        <div className={css.bar}>
          <Anchor className={css.brand} to={paths.verify}>
            <BrandMark size={23} />
            Testigo
          </Anchor>
          <span className={css.place}>{m.verify_title()}</span>
          <span className={css.offline}>
            <OfflineIcon aria-hidden="true" />
            <span>
              {m.verify_local()}
              <span className={css.private}>. {m.verify_local_private()}</span>
            </span>
          </span>
          <OtherLanguage className={css.language} />
          <LinkButton to={paths.connectThen(pathname + search)}>{m.verify_connect()}</LinkButton>
        </div>
        {/* The bar of a phone has no space for it. */}
        <p className={css.below}>{m.verify_local_private()}</p>
      </header>
      <NewVersion />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
