import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { tabStore, verifyRunSlot } from '#client/session/preferences.ts';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useFirstInteraction } from '#ui/hooks/use-first-interaction.ts';
import { m } from '#i18n/messages.ts';
import { shortMilliseconds, useLookForRun } from './away/use-look-for-run.ts';
import { loadVerification, presentVerification } from './run/load-verification.ts';
import type { Verification } from './run/verification.ts';
import { VerifyDrop } from './drop/verify-drop.tsx';
import { WhatCanBeVerified } from './drop/what-can-be-verified.tsx';
import css from './verify-page.module.css';

// Words of verdicts, the table and everything of the results comes with the first file.
const loadResults = () => import('./results/verify-results.tsx');
const VerifyResults = lazy(async () => ({ default: (await loadResults()).VerifyResults }));

// Where it does not come nothing is offered: every anchor can still be trusted in settings.
const SandboxAnchors = lazy(() =>
  import('./anchors/sandbox-anchors.tsx').then(
    (part) => ({ default: part.SandboxAnchors }),
    () => ({ default: () => null }),
  ),
);

// Where it does not come the page is as useful without it.
const EndedRun = lazy(() =>
  import('./away/ended-run.tsx').then(
    (part) => ({ default: part.EndedRun }),
    () => ({ default: () => null }),
  ),
);

/** Verifies what it is given, in this browser; needs no connection and no network. */
export function VerifyPage() {
  const [verification, setVerification] = useState(presentVerification);
  const [failed, setFailed] = useState<Error>();
  const [wasRunning] = useState(() => tabStore.get(verifyRunSlot) !== null);
  useEffect(() => {
    document.title = `${m.verify_title()} · Testigo`;
  });
  // Fetched while the reader looks for files, so that dropping them shows results at once.
  useFirstInteraction(() => {
    loadVerification().then(setVerification, () => undefined);
    loadResults().catch(() => undefined);
  });
  const look = useLookForRun();
  // What was given last may not have begun when the page is left.
  useEffect(() => look, [look]);
  // A part of the page that does not come is said by the frame around it, with the way to load it again.
  if (failed !== undefined) throw failed;
  const isOfflineReady = useOfflineReady();
  const give = (what: (verification: Verification) => void) => {
    loadVerification().then(
      (ready) => {
        setVerification(ready);
        what(ready);
        setTimeout(look, shortMilliseconds);
      },
      (error: unknown) => {
        setFailed(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  const anchors = (
    <Suspense fallback={null}>
      <SandboxAnchors />
    </Suspense>
  );
  const empty = (
    <div className={css.empty}>
      {/* The page waits for it, so that it moves nothing. */}
      {wasRunning && <EndedRun />}
      <VerifyDrop give={give} alone />
      <WhatCanBeVerified />
      <p className={css.private}>
        {m.verify_empty_private()} {isOfflineReady && m.verify_empty_offline()}
      </p>
      {/* It comes later, so it stands where it moves nothing. */}
      {anchors}
    </div>
  );
  return (
    <div className={css.root} data-fill>
      <Given verification={verification} give={give} empty={empty} anchors={anchors} />
    </div>
  );
}

function Given({
  verification,
  give,
  empty,
  anchors,
}: {
  verification: Verification | undefined;
  give: (what: (verification: Verification) => void) => void;
  empty: ReactNode;
  anchors: ReactNode;
}) {
  // In one place of the tree before and after it has come: what the reader has opened by then stays open.
  const phase = useSyncExternalStore(
    verification?.subscribe ?? subscribeToNothing,
    () => verification?.snapshot().phase ?? 'empty',
  );
  if (verification === undefined || phase === 'empty') return empty;
  return (
    <>
      <div className={css.anchors}>{anchors}</div>
      <Suspense fallback={<LoadingRows />}>
        <VerifyResults verification={verification} give={give} />
      </Suspense>
    </>
  );
}

const subscribeToNothing = () => () => undefined;

/** Whether the page is stored for when there is no network; a browser may refuse to. */
function useOfflineReady(): boolean {
  const [isOfflineReady, setIsOfflineReady] = useState(false);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    let here = true;
    // It never comes where nothing keeps the page.
    void navigator.serviceWorker.ready.then(() => {
      if (here) setIsOfflineReady(true);
    });
    return () => {
      here = false;
    };
  }, []);
  return isOfflineReady;
}
