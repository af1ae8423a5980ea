import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { guideFragment } from './guide-address.ts';

const LinkedGuide = lazy<ComponentType>(() =>
  import('./linked-guide.tsx').then(
    (part) => ({ default: part.LinkedGuide }),
    // Without a network the page stays as it is.
    () => ({ default: () => null }),
  ),
);

/** The guide, over whatever page has it in its address. */
export function GuideAtAddress() {
  if (useLocation().hash !== guideFragment) return null;
  return (
    <Suspense fallback={null}>
      <LinkedGuide />
    </Suspense>
  );
}
