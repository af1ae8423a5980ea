import { useEffect, useState, type CSSProperties } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { m } from '#i18n/messages.ts';
import { useElapsed } from '../hooks/use-elapsed.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import css from './loading-rows.module.css';

const widths = ['78%', '62%', '70%', '54%', '66%', '58%'];

/** Of the lines of a card under its title. */
const lineWidths = ['52%', '38%'];

/** How many groups of bars are on the screen, and when the last went, in milliseconds of the page. */
const onScreen = { groups: 0, until: -Infinity };

/** Whether the bars are seen: after 150 ms, or at once beside others and where others have just gone. */
function useSeen(): boolean {
  const isLate = useElapsed(150);
  const [isNext] = useState(() => {
    const goneFor = performance.now() - onScreen.until;
    return onScreen.groups > 0 || (goneFor >= 0 && goneFor < 300);
  });
  const isSeen = isLate || isNext;
  useEffect(() => {
    if (!isSeen) return undefined;
    onScreen.groups += 1;
    return () => {
      onScreen.groups -= 1;
      onScreen.until = performance.now();
    };
  }, [isSeen]);
  return isSeen;
}

/** What the bars of a first load need: whether they are seen, and the words of a load that takes long. */
export function useLoadingBars() {
  const isSeen = useSeen();
  // The bars say it to the eye; after ten seconds somebody wants to know whether it goes on.
  const words = useElapsed(10_000) ? m.common_loading_long() : undefined;
  return { isSeen, words, spoken: words ?? (isSeen ? m.common_loading() : '') };
}

/**
 * The first load alone: rows of their real height. They take their place at once, so that nothing moves, and are seen after
 * 150 ms, so that what is quick does not flicker.
 */
export function LoadingRows({
  count = 6,
  kind = 'table',
  height,
  lines = 1,
  picks = false,
}: {
  count?: number | undefined;
  /** `facts`: labels with their values, for the page of one thing. `chart`: one block. */
  kind?: 'table' | 'queue' | 'list' | 'facts' | 'chart' | undefined;
  /** Px of most rows of a `list`. */
  height?: number | undefined;
  /** Bars under each other in a row. */
  lines?: 1 | 2 | 3 | undefined;
  /** Whether its rows can be checked. */
  picks?: boolean | undefined;
}) {
  const { isSeen: late, words, spoken } = useLoadingBars();
  return (
    <div
      className={css.root}
      data-kind={kind}
      aria-busy="true"
      style={height === undefined ? undefined : ({ '--list-row': `${height}px` } as CSSProperties)}
    >
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row">
          {late && (
            <>
              {picks && <Skeleton className={css.pick} variant="rounded" width={14} height={14} />}
              {kind === 'facts' && <Skeleton className={css.label} variant="rounded" height={10} />}
              {index === 0 && words !== undefined && (
                <span className={css.words} aria-hidden="true">
                  {words}
                </span>
              )}
              {(index > 0 || words === undefined || kind === 'chart') && (
                <Bars width={widths[index % widths.length]} lines={lines} isBlock={kind === 'chart'} />
              )}
              {kind !== 'facts' && kind !== 'chart' && <Skeleton variant="rounded" width={48} height={10} />}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function Bars({ width, lines, isBlock }: { width: string | undefined; lines: 1 | 2 | 3; isBlock: boolean }) {
  if (lines === 1)
    return <Skeleton variant="rounded" width={isBlock ? '100%' : width} height={isBlock ? 110 : 10} />;
  return (
    <span className={css.bars}>
      {[width, ...lineWidths].slice(0, lines).map((each) => (
        <Skeleton key={each} variant="rounded" width={each} height={10} />
      ))}
    </span>
  );
}
