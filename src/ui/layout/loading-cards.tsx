import { Card } from './card.tsx';
import { LoadingRows, type LoadingRowsProps } from '../feedback/loading-rows.tsx';

/** A card that comes: its heading, where it is known before, and bars for its content. */
export interface ComingCard extends LoadingRowsProps {
  title?: string;
  /** Whether its content reaches the edges, where that is not as usual for its kind. */
  flush?: boolean;
  /** Height of the content in pixels, where it is more than that of its bars. */
  height?: number;
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
  return cards.map(({ title, height, flush, ...rows }, index) => (
    <Card key={title ?? index} title={title} flush={flush ?? flushKinds.includes(rows.kind)}>
      <div style={{ minHeight: height }} aria-hidden={silent || index > 0 || undefined}>
        <LoadingRows {...rows} />
      </div>
    </Card>
  ));
}
