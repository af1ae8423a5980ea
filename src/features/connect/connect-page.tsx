import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { useSession } from '#client/session/session-context.tsx';
import { BrandMark } from '#ui/layout/brand.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { safeTarget } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { Demo } from './demo.tsx';
import { LanguageAndTheme } from './language-and-theme.tsx';
import css from './connect-page.module.css';

// The rest of the page stands before the library of forms arrives.
const ServiceForm = lazy(async () => ({ default: (await import('./service-form.tsx')).ServiceForm }));
// Shown only once there is a connection.
const Found = lazy(async () => ({ default: (await import('./found.tsx')).Found }));

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
    <div className={css.root}>
      <header>
        <span className={css.brand}>
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
          <div className={css.parts}>
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
            <p className={css.foot}>{m.connect_privacy()}</p>
          </div>
        </PageFrame>
      </main>
    </div>
  );
}
