import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import OfflineIcon from '@mui/icons-material/WifiOffOutlined';
import TranslateIcon from '@mui/icons-material/Translate';
import { useSession } from '#client/session/session-context.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { BrandMark } from '#ui/layout/brand.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { NewVersion } from '../strips/new-version.tsx';
import { QuietFrame } from './quiet-frame.tsx';

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** How long a connection that is taken up again may keep this page waiting, which needs none. */
const patienceMilliseconds = 1500;

/** The desk around the page for who is connected; for everybody else its own frame, which asks for nothing. */
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

const Root = styled('div')({
  display: 'grid',
  gridTemplateRows: 'auto auto minmax(0, 1fr)',
  height: '100dvh',
  background: ink.canvas,
  color: ink.text,
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 18,
    height: 54,
    padding: '0 var(--page-padding)',
    borderBottom: `1px solid ${ink.line}`,
    background: ink.surface,
  },
  '& .brand': {
    ...type.section,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 10,
    borderRadius: 6,
    color: ink.text,
    textDecoration: 'none',
  },
  '& .place': { ...type.body, color: ink.text2, marginLeft: -8 },
  '& .offline': {
    ...type.table,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 9,
    marginLeft: 'auto',
    color: ink.text2,
    '& svg': { flex: 'none', fontSize: 17 },
  },
  '& > main': { minHeight: 0, minWidth: 0, outline: 'none' },
  [media.phone]: {
    '& > header': { gap: 8 },
    '& .place': { display: 'none' },
    '& .offline': { fontSize: 12, lineHeight: '15px', gap: 6 },
    '& .offline svg': { display: 'none' },
    '& .language .words': { fontSize: 0 },
  },
});

function Bare({ children }: { children: ReactNode }) {
  const { language, set } = usePreferences();
  const { pathname, search } = useLocation();
  const other = language === 'en' ? 'es-MX' : 'en';
  return (
    <Root>
      <header>
        <Anchor className="brand" to={paths.verify}>
          <BrandMark size={23} />
          Testigo
        </Anchor>
        <span className="place">{m.verify_title()}</span>
        <span className="offline">
          <OfflineIcon aria-hidden="true" />
          {m.verify_offline()}
        </span>
        <Button
          variant="text"
          className="language"
          lang={other}
          icon={<TranslateIcon />}
          onClick={() => {
            set({ language: other });
          }}
        >
          {other === 'en' ? 'English' : 'Español'}
        </Button>
        <LinkButton to={paths.connectThen(pathname + search)}>{m.verify_connect()}</LinkButton>
      </header>
      <NewVersion />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </Root>
  );
}
