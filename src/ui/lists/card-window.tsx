import { useRef, type ReactNode } from 'react';
import { PartBoundary } from '../feedback/part-boundary.tsx';
import { RowWindow } from './row-window.tsx';
import { clsx } from 'clsx';
import css from './card-window.module.css';

/** A list on the phone: cards of which only those in sight are drawn. */
export function CardWindow({
  label,
  count,
  cardHeight,
  keyOf,
  isChosen,
  onEnd,
  scrollClass,
  className,
  children,
}: {
  label: string;
  count: number;
  /** Px of most cards; each is measured when drawn. */
  cardHeight: number;
  keyOf: (index: number) => string;
  isChosen?: ((index: number) => boolean) | undefined;
  /** The last cards are in sight. */
  onEnd?: (() => void) | undefined;
  scrollClass?: string | undefined;
  className?: string | undefined;
  children: (index: number) => ReactNode;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  return (
    <div ref={scroll} className={clsx(css.scroll, scrollClass)}>
      <ul aria-label={label} className={clsx(css.cards, className)}>
        <RowWindow
          count={count}
          rowHeight={cardHeight}
          scroll={scroll}
          reveal={reveal}
          onEnd={onEnd}
          onDrawn={drawn}
        >
          {({ visible, before, after, measure }) => (
            <>
              {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
              {visible.map((index) => (
                <li
                  key={keyOf(index)}
                  ref={measure}
                  data-index={index}
                  data-chosen={isChosen?.(index) === true || undefined}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                >
                  {guarded(children(index))}
                </li>
              ))}
              {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
            </>
          )}
        </RowWindow>
      </ul>
    </div>
  );
}

const guarded = (card: ReactNode): ReactNode => <PartBoundary of={card}>{card}</PartBoundary>;

const drawn = (): void => undefined;
