import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { useSession } from '#client/session/session-context.tsx';
import { BrandMark } from '#ui/layout/brand.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { safeTarget } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { Demo } from './demo.tsx';
import { LanguageAndTheme } from './language-and-theme.tsx';

// The rest of the page stands before the library of forms arrives.
const ServiceForm = lazy(async () => ({ default: (await import('./service-form.tsx')).ServiceForm }));
// Shown only once there is a connection.
const Found = lazy(async () => ({ default: (await import('./found.tsx')).Found }));

const Root = styled('div')({
  minHeight: '100vh',
  background: ink.canvas,
  color: ink.text,
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    maxWidth: 616,
    margin: '0 auto',
    padding: '24px var(--page-padding) 0',
    '& > .brand': { ...type.section, display: 'flex', alignItems: 'center', gap: 9 },
  },
  '& > main': { maxWidth: 616, margin: '0 auto', outline: 'none' },
  '& .parts': { display: 'flex', flexDirection: 'column', gap: 16 },
  '& .foot': { ...type.caption, color: ink.text2, padding: '4px 2px 24px', maxWidth: 520 },
  [media.phone]: { '& > header': { paddingTop: 16 } },
});

/** Choose a service and give its key; or enter the demo. */
export function ConnectPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { phase, demo, leftElsewhere } = useSession();
  // A connection that is open already is shown first; one that is made here is shown before going on.
  const [step, setStep] = useState<'choose' | 'found'>(phase === 'open' ? 'found' : 'choose');
  const go = () => void navigate(safeTarget(search.get('to')), { replace: true });
  const open = phase === 'open' && step === 'found';
  return (
    <Root>
      <header>
        <span className="brand">
          <BrandMark size={24} />
          Testigo
        </span>
        <LanguageAndTheme />
      </header>
      <main id="main" tabIndex={-1}>
        <PageFrame
          title={open ? m.connect_open_title() : m.connect_title()}
          documentTitle={m.shell_nav_connect()}
          sub={open ? undefined : m.connect_sub()}
        >
          <div className="parts">
            {leftElsewhere && (
              <Strip icon={<InfoIcon aria-hidden="true" />} framed>
                {leftElsewhere === 'erased' ? m.tabs_left_erased() : m.tabs_left_kept()}
              </Strip>
            )}
            {open ? (
              <Suspense>
                <Found
                  demo={demo}
                  onGo={go}
                  onOther={() => {
                    setStep('choose');
                  }}
                />
              </Suspense>
            ) : (
              <>
                <Demo onEntered={go} />
                <Suspense
                  fallback={
                    <Card title={m.connect_service_title()}>
                      <LoadingRows kind="list" count={3} />
                    </Card>
                  }
                >
                  <ServiceForm
                    onConnected={() => {
                      setStep('found');
                    }}
                  />
                </Suspense>
              </>
            )}
            <p className="foot">{m.connect_privacy()}</p>
          </div>
        </PageFrame>
      </main>
    </Root>
  );
}
