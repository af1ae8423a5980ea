import { useEffect, useState } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { m } from '#i18n/messages.ts';
import { useElapsed } from '../hooks/use-elapsed.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import css from './loading-rows.module.css';

const widths = ['78%', '62%', '70%', '54%', '66%', '58%'];

/** What somebody reads who has waited for some seconds; undefined before. */
function useSlowWords(): string | undefined {
  const isSlow = useElapsed(3_000);
  const isVerySlow = useElapsed(10_000);
  return isVerySlow ? m.common_loading_long() : isSlow ? m.common_loading() : undefined;
}

/** When bars were last on the screen, in milliseconds of the page: what follows them at once shows its own at once. */
let lastSeen = -Infinity;

/** Whether the bars are seen: after 150 ms, or where others have just gone. */
function useSeen(): boolean {
  const isLate = useElapsed(150);
  const [isNext] = useState(() => {
    const goneFor = performance.now() - lastSeen;
    return goneFor >= 0 && goneFor < 300;
  });
  const isSeen = isLate || isNext;
  useEffect(() => {
    if (!isSeen) return undefined;
    return () => {
      lastSeen = performance.now();
    };
  }, [isSeen]);
  return isSeen;
}

/**
 * The first load alone: rows of their real height. They take their place at once, so that nothing moves, and are seen after
 * 150 ms, so that what is quick does not flicker.
 */
export function LoadingRows({
  count = 6,
  kind = 'table',
}: {
  count?: number | undefined;
  /** `facts`: labels with their values, for the page of one thing. `chart`: one block. */
  kind?: 'table' | 'queue' | 'list' | 'facts' | 'chart' | undefined;
}) {
  const late = useSeen();
  const words = useSlowWords();
  return (
    <div className={css.root} data-kind={kind} aria-busy="true">
      <VisuallyHidden role="status">{words ?? (late ? m.common_loading() : '')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row">
          {late && (
            <>
              {kind === 'facts' && <Skeleton className={css.label} variant="rounded" height={10} />}
              {index === 0 && words !== undefined ? (
                <span className={css.words} aria-hidden="true">
                  {words}
                </span>
              ) : (
                <Skeleton
                  variant="rounded"
                  width={kind === 'chart' ? '100%' : widths[index % widths.length]}
                  height={kind === 'chart' ? 110 : 10}
                />
              )}
              {kind !== 'facts' && kind !== 'chart' && <Skeleton variant="rounded" width={48} height={10} />}
            </>
          )}
        </div>
      ))}
    </div>
  );
}
