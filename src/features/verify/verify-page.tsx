import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '#ui/ink.ts';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { m } from '#words/words.ts';
import { theVerification } from './the-verification.ts';
import { VerifyDrop } from './verify-drop.tsx';
import { WhatCanBeVerified } from './what-can-be-verified.tsx';

// Words of verdicts, the table and everything of the results comes with the first file.
const loadResults = () => import('./verify-results.tsx');
const VerifyResults = lazy(async () => ({ default: (await loadResults()).VerifyResults }));

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minHeight: 0,
  '& > .empty': {
    display: 'flex',
    flexDirection: 'column',
    gap: 24,
    width: '100%',
    maxWidth: 980,
    margin: '0 auto',
    padding: '24px var(--page-padding)',
    overflow: 'auto',
  },
  '& > .empty > .private': { ...type.table, color: ink.text2 },
  [media.phone]: { '& > .empty': { gap: 16, padding: '16px var(--page-padding)' } },
});

/** Verifies what it is given, in this browser; needs no connection and no network. */
export function VerifyPage() {
  const verification = theVerification();
  const { phase } = useSyncExternalStore(verification.subscribe, verification.snapshot);
  useEffect(() => {
    document.title = `${m.verify_title()} · Testigo`;
  });
  useEffect(() => {
    // Fetched while the reader looks for files, so that dropping them shows results at once.
    const timer = setTimeout(() => void loadResults().catch(() => undefined), 1500);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <Root data-fill>
      {phase === 'empty' ? (
        <div className="empty">
          <VerifyDrop verification={verification} heading />
          <WhatCanBeVerified />
          <p className="private">{m.verify_empty_private()}</p>
        </div>
      ) : (
        <Suspense fallback={<LoadingRows />}>
          <VerifyResults verification={verification} />
        </Suspense>
      )}
    </Root>
  );
}
