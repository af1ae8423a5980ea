import { useSyncExternalStore } from 'react';
import { m } from '#i18n/messages.ts';
import { isLoadingPage, subscribeLoads } from '../page-loads.ts';
import css from './loading-bar.module.css';

/** The program of the next page is on its way, and the page before it still stands. It is seen after a fifth of a second. */
export function LoadingBar() {
  const isLoading = useSyncExternalStore(subscribeLoads, isLoadingPage);
  // Above all landmarks: a live region may stand outside of them.
  return (
    isLoading && (
      <div className={css.bar} role="progressbar" aria-live="polite" aria-label={m.common_loading()} />
    )
  );
}
