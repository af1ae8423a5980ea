import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadingRows, type LoadingRowsProps } from '../feedback/loading-rows.tsx';

/** A card that comes: its heading, where it is known before, and bars for its content. */
export interface ComingCard extends LoadingRowsProps {
  title?: string;
  /** In the place of a title that is not known before. */
  bar?: ReactNode;
  /** At the right of the heading, where it is known before. */
  note?: ReactNode;
  /** Height of the content in pixels, where it is more than that of its bars. */
  height?: number;
  /** The place of its content, where that is more than bars of one kind. */
  children?: ReactNode;
  /** Whether its content reaches the edges, where that is not what its kind does. */
  flush?: boolean;
}

const flushKinds: readonly LoadingRowsProps['kind'][] = ['list', 'table', 'people'];

/** The places of cards under each other. That they load is spoken once. */
export function LoadingCards({
  cards,
  silent = false,
}: {
  cards: readonly ComingCard[];
  /** Others beside them say that the page loads. */
  silent?: boolean;
}) {
  return cards.map(({ title, bar, note, height, children, flush, ...rows }, index) => (
    <Card
      key={title ?? index}
      {...{ title, bar, note }}
      flush={flush ?? (children === undefined && flushKinds.includes(rows.kind))}
    >
      <div style={{ minHeight: height }} aria-hidden={silent || index > 0 || undefined}>
        {children ?? <LoadingRows {...rows} />}
      </div>
    </Card>
  ));
}
