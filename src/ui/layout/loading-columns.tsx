import { Stack } from './card.tsx';
import { LoadingCards, type ComingCard } from './loading-cards.tsx';

/** The places of the cards in the two columns of the page of one thing. */
export function LoadingColumns({
  columns,
  lists,
  side,
  cards,
}: {
  /** Class of the grid that the page itself uses. */
  columns: string | undefined;
  /** Classes of its columns, where the grid names them. */
  lists?: string | undefined;
  side?: string | undefined;
  /** What comes in each of them. */
  cards: { readonly lists: readonly ComingCard[]; readonly side: readonly ComingCard[] };
}) {
  return (
    <div className={columns}>
      <Stack className={lists}>
        <LoadingCards cards={cards.lists} />
      </Stack>
      <Stack className={side}>
        <LoadingCards cards={cards.side} silent />
      </Stack>
    </div>
  );
}
