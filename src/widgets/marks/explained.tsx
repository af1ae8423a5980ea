import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Tip } from '#ui/overlays/tip.tsx';
import css from './explained.module.css';

const Explanation = lazy(async () => ({ default: (await import('./explanation.tsx')).Explanation }));

/** What explains itself under the pointer, with the focus and when it is pressed, which also leads to the guide. */
export function Explained({
  label,
  text,
  more,
  children,
}: {
  /** Accessible name of what opens. */
  label: string;
  text: string;
  /** In place of the text where there is space for more. */
  more?: 'strategies';
  children: ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tip text={text}>
        <button
          type="button"
          className={css.mark}
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
        >
          {children}
        </button>
      </Tip>
      {anchor && (
        <Suspense fallback={null}>
          <Explanation {...{ anchor, label, text, more }} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
