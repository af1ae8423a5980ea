import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { KeyAgain } from '#features/connect/key-again.tsx';
import { isKeyRefusal } from '#features/connect/connect-failure.tsx';
import { useSession } from '#client/session/session-context.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { OtherLanguage } from '#widgets/other-language.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { BareFrame } from '../frame/bare-frame.tsx';
import css from './key-prompt-page.module.css';

const LeaveDialog = lazy(async () => ({
  default: (await import('../dialogs/leave-dialog.tsx')).LeaveDialog,
}));

/** Asks for a missing key at the address that was opened, or says why the session could not go on. */
export function KeyPromptPage() {
  const [leaving, setLeaving] = useState(false);
  const { pathname, search, hash } = useLocation();
  const { stopped } = useSession();
  const keyIsMissing = stopped === undefined || isKeyRefusal(stopped);
  return (
    <BareFrame>
      <div className={css.middle}>
        <PageFrame
          title={keyIsMissing ? m.connect_again_title() : m.connect_stopped_title()}
          actions={<OtherLanguage />}
        >
          <KeyAgain onOther={() => setLeaving(true)} />
          {leaving && (
            <Suspense fallback={null}>
              <LeaveDialog
                to={paths.connectThen(pathname + search + hash)}
                onStay={() => setLeaving(false)}
              />
            </Suspense>
          )}
        </PageFrame>
      </div>
    </BareFrame>
  );
}
