import { useEffect, useState } from 'react';
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

/** Kinds that begin with a disc: its diameter, and the lines beside it. */
const discs = { people: { size: 26, lines: 1 }, work: { size: 18, lines: 2 } } as const;
/** Kinds whose bar is a block over the whole width: its height. */
const blocks = { chart: 110, blocks: '100%', fields: 36, chips: '100%' } as const;

export interface LoadingRowsProps {
  count?: number | undefined;
  /**
   * `facts`: labels with their values, for the page of one thing. `people` and `work`: a disc with lines beside it.
   * `chart`: one block. `blocks`: blocks as high as their rows. `fields`: inputs under their labels. `chips`: filters.
   */
  kind?: 'table' | 'queue' | 'list' | 'facts' | keyof typeof discs | keyof typeof blocks | undefined;
  /** Height of most rows in pixels, where it is not that of their kind. */
  rowHeight?: number | undefined;
  /** Bars under each other in a row, where they are not those of the kind. */
  lines?: 1 | 2 | 3 | undefined;
  /** False where nothing stands at the end of a row. */
  ends?: boolean | undefined;
  /** False where no line stands between the rows. */
  ruled?: boolean | undefined;
  /** Whether its rows can be checked. */
  picks?: boolean | undefined;
}

/**
 * The first load alone: rows of their real height. They take their place at once, so that nothing moves, and are seen after
 * 150 ms, so that what is quick does not flicker.
 */
export function LoadingRows({
  count = 6,
  kind = 'table',
  rowHeight,
  lines,
  ends = true,
  ruled = true,
  picks = false,
}: LoadingRowsProps) {
  const { isSeen: late, words, spoken } = useLoadingBars();
  const disc = kind === 'people' || kind === 'work' ? discs[kind] : undefined;
  const block = kind in blocks ? blocks[kind as keyof typeof blocks] : undefined; // `in` has just found it
  const isLabelled = kind === 'facts' || kind === 'fields';
  return (
    <div className={css.root} data-kind={kind} data-unruled={!ruled || undefined} aria-busy="true">
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row" style={rowHeight === undefined ? undefined : { height: rowHeight }}>
          {late && (
            <>
              {picks && <Skeleton className={css.pick} variant="rounded" width={14} height={14} />}
              {isLabelled && <Skeleton className={css.label} variant="rounded" height={10} />}
              {disc && (
                <Skeleton className={css.disc} variant="circular" width={disc.size} height={disc.size} />
              )}
              {index === 0 && words !== undefined && kind !== 'chips' && (
                <span className={css.words} aria-hidden="true">
                  {words}
                </span>
              )}
              {(index > 0 || words === undefined || block !== undefined) && (
                <Bars
                  width={widths[index % widths.length]}
                  block={block}
                  lines={lines ?? disc?.lines ?? 1}
                  isLow={rowHeight !== undefined && rowHeight < 60}
                />
              )}
              {ends && !isLabelled && block === undefined && (
                <Skeleton variant="rounded" width={48} height={10} />
              )}
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** One bar in the place of a word. */
export function LoadingBar({ width, height = 10 }: { width: number | string; height?: number }) {
  const { isSeen } = useLoadingBars();
  return (
    <Skeleton
      component="span"
      variant="rounded"
      {...{ width, height }}
      style={{ display: 'inline-block', maxWidth: '100%', visibility: isSeen ? undefined : 'hidden' }}
    />
  );
}

function Bars({
  width,
  block,
  lines,
  isLow,
}: {
  width: string | undefined;
  block: number | string | undefined;
  lines: 1 | 2 | 3;
  /** Its lines are near each other, so that they are those of one row. */
  isLow: boolean;
}) {
  if (block !== undefined) return <Skeleton variant="rounded" width="100%" height={block} />;
  if (lines === 1) return <Skeleton variant="rounded" width={width} height={10} />;
  return (
    <span className={css.bars} data-low={isLow || undefined}>
      {[width, ...lineWidths].slice(0, lines).map((each) => (
        <Skeleton key={each} variant="rounded" width={each} height={10} />
      ))}
    </span>
  );
}
