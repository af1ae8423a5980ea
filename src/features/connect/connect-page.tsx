import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { isServerError, isTransientError } from '#client/http/errors.ts';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { BrandMark } from '#ui/layout/brand.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { FailedQueryLine } from '#widgets/query/failed-query-line.tsx';
import { paths, safeTarget } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { Demo } from './demo.tsx';
import { LanguageAndTheme } from './language-and-theme.tsx';
import css from './connect-page.module.css';

// The rest of the page stands before the library of forms arrives.
const ServiceForm = lazy(async () => ({ default: (await import('./service-form.tsx')).ServiceForm }));
// Shown only once there is a connection.
const Found = lazy(async () => ({ default: (await import('./found.tsx')).Found }));

/** Between two looks for a service that does not answer. */
const awayMilliseconds = 3_000;

/** Choose a service and give its key; or enter the demo. */
export function ConnectPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { phase, demo, leftElsewhere } = useSession();
  // A connection that is open already is shown first; one that is made here is shown before going on.
  const [step, setStep] = useState<'choose' | 'found'>(phase === 'open' ? 'found' : 'choose');
  const go = (to = safeTarget(search.get('to'))) => void navigate(to, { replace: true });
  const open = phase === 'open' && step === 'found';
  const privacy = <p className={css.foot}>{m.connect_privacy()}</p>;
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
          sub={open ? undefined : <span className={css.lead}>{m.connect_sub()}</span>}
        >
          <div className={css.parts}>
            {leftElsewhere && (
              <Strip icon={<InfoIcon aria-hidden="true" />} framed>
                {leftElsewhere === 'erased' ? m.tabs_left_erased() : m.tabs_left_stored()}
              </Strip>
            )}
            {open ? (
              <Suspense>
                <Found
                  demo={demo}
                  onGo={() => go()}
                  onOther={() => {
                    setStep('choose');
                  }}
                />
                {privacy}
              </Suspense>
            ) : (
              <Choice
                privacy={privacy}
                onEntered={go}
                onConnected={() => {
                  setStep('found');
                }}
              />
            )}
          </div>
        </PageFrame>
      </main>
    </div>
  );
}

/** What needs neither a key nor a service. */
function PublicVerifier() {
  return (
    <Card title={m.connect_verify_title()}>
      <div className={css.verifier}>
        <p>{m.connect_verify_text()}</p>
        <LinkButton to={paths.verify}>{m.connect_verify_open()}</LinkButton>
      </div>
    </Card>
  );
}

/** The demo, where there is one, and the form: both at once, so that neither moves the other. */
function Choice({
  privacy,
  onEntered,
  onConnected,
}: {
  privacy: ReactNode;
  onEntered: (to?: string) => void;
  onConnected: () => void;
}) {
  const { fetch: fetcher, origin } = useHost();
  const demo = useQuery({
    ...sandbox(fetcher, origin).session(),
    // A service that was away when the page opened is offered once it is back.
    refetchInterval: ({ state }) => (isTransientError(state.error) ? awayMilliseconds : false),
  });
  const loading = (
    <Card>
      <LoadingRows kind="list" count={4} />
    </Card>
  );
  // A service that does not answer is tried again meanwhile: the form does not wait for that.
  if (!demo.isFetched && demo.failureCount === 0) return loading;
  return (
    <Suspense fallback={loading}>
      {isServerError(demo.error) && !demo.data && (
        <Card>
          {/* Whether there is a demo is not known: what is missing above the form is said. */}
          <FailedQueryLine query={demo} words={m.connect_demo_failed} />
        </Card>
      )}
      <Demo organizations={demo.data?.organizations ?? []} onEntered={onEntered} />
      <PublicVerifier />
      <ServiceForm onConnected={onConnected} />
      {privacy}
    </Suspense>
  );
}
