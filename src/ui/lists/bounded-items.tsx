import { Children, isValidElement, useState, type ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { Button } from '../actions/button.tsx';
import { PartBoundary } from '../feedback/part-boundary.tsx';

/** Items that are drawn at once: a service may send ten thousand, and a page stops for seconds on them. */
const step = 100;

export interface MoreItems {
  /** Loads more than are here. */
  onMore?: (() => void) | undefined;
  loadingMore?: boolean | undefined;
}

/** The items of a list, the first of a long one; one that cannot be drawn is one. */
export function BoundedItems({ children, onMore, loadingMore }: MoreItems & { children: ReactNode }) {
  const [drawn, setDrawn] = useState(step);
  const items = Children.toArray(children);
  return (
    <>
      {items.slice(0, drawn).map((item, at) => (
        <PartBoundary key={isValidElement(item) ? item.key : at} of={item} around={asItem}>
          {item}
        </PartBoundary>
      ))}
      {(items.length > drawn || onMore) && (
        <li style={{ padding: '8px 16px' }}>
          <Button
            loading={loadingMore}
            onClick={() => {
              setDrawn(drawn + step);
              if (items.length <= drawn) onMore?.();
            }}
          >
            {m.common_show_more()}
          </Button>
        </li>
      )}
    </>
  );
}

const asItem = (broken: ReactNode): ReactNode => <li>{broken}</li>;
