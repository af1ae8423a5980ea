import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { keepForOffline, newerVersion } from './offline.ts';

const NewVersionStrip = lazy(async () => ({
  default: (await import('./new-version-strip.tsx')).NewVersionStrip,
}));

/** Keeps the page for when there is no network, and says when a newer build is ready. */
export function NewVersion() {
  useEffect(keepForOffline, []);
  const isWaiting = useSyncExternalStore(newerVersion.subscribe, newerVersion.isWaiting);
  return <div>{isWaiting && <Suspense fallback={null}>{<NewVersionStrip />}</Suspense>}</div>;
}
