import { useState, type ReactNode } from 'react';
import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { LoadingRows, type LoadingRowsProps } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import type { End } from '#widgets/holders/holder-name.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { HeldToken, heldPlaces, Movement, movementPlaces, WalletRows } from '#widgets/wallet-lists/rows.tsx';
import { m } from '#i18n/messages.ts';
import type { ListRead } from './use-wallet.ts';
import css from './wallet-list.module.css';

/** Rows that are drawn at once. */
const step = 100;

interface ListCardProps<Item> {
  title: string;
  read: ListRead<Item>;
  /** The places of its rows. */
  places: LoadingRowsProps;
  /** What was to be read, for its failure. */
  what: string;
  /** That there is nothing, where the list was read to its end. */
  none: string;
  /** The same where it was not. */
  unread?: string | undefined;
  row: (item: Item) => ReactNode;
  keyOf: (item: Item) => string;
}

function ListCard<Item>({ title, read, places, what, none, unread, row, keyOf }: ListCardProps<Item>) {
  const format = useFormat();
  const [most, setMost] = useState(step);
  const { items, readOn } = read;
  const shown = items.slice(0, most);
  const hidden = items.length - shown.length;
  const count = `${format.number(items.length)}${read.complete ? '' : '+'}`;
  return (
    <Card
      title={title}
      note={
        read.data ? (
          <>
            <span aria-hidden="true">{count}</span>
            <VisuallyHidden>{countWords(items.length, read.complete)}</VisuallyHidden>
          </>
        ) : undefined
      }
      flush
      foot={
        hidden > 0 || readOn ? (
          <>
            <span>
              {m.wallets_list_shown({
                shown: format.number(shown.length),
                total: count,
                count: items.length,
              })}
            </span>
            <Button
              loading={read.working}
              onClick={() => {
                setMost(most + step);
                if (hidden < step) readOn?.();
              }}
            >
              {m.wallets_list_more()}
            </Button>
          </>
        ) : undefined
      }
    >
      <QueryView
        query={read}
        what={what}
        loading={<LoadingRows {...places} />}
        isEmpty={() => items.length === 0}
        empty={<p className={css.note}>{read.complete ? none : (unread ?? m.wallets_list_none_read())}</p>}
        staleness="by-page"
      >
        {() => (
          <WalletRows>
            {shown.map((item) => (
              <li key={keyOf(item)}>{row(item)}</li>
            ))}
          </WalletRows>
        )}
      </QueryView>
      {read.data && read.error ? (
        <WarningStrip
          framed={false}
          action={{ label: m.common_retry(), onSelect: () => void read.refetch() }}
        >
          {m.wallets_list_stopped()} <FailureText error={read.error} />
        </WarningStrip>
      ) : null}
    </Card>
  );
}

const countWords = (count: number, complete: boolean): string =>
  complete ? m.wallets_list_count({ count }) : m.wallets_list_count_more({ count });

/** The three lists while it is read whether the service has them. */
export function LoadingLists() {
  const phone = usePhone();
  return (
    <LoadingCards
      cards={[
        { title: m.wallets_holds(), ...heldPlaces(phone) },
        { title: m.wallets_came(), ...movementPlaces(phone) },
        { title: m.wallets_went(), ...movementPlaces(phone) },
      ]}
    />
  );
}

/** What the wallet holds now. */
export function HeldCard({
  read,
  where,
  derived,
}: {
  read: ListRead<Endorsable>;
  where: string;
  derived: boolean;
}) {
  const phone = usePhone();
  return (
    <ListCard
      title={m.wallets_holds()}
      read={read}
      places={heldPlaces(phone)}
      what={m.wallets_what_holds()}
      none={m.wallets_holds_none({ where })}
      unread={derived ? m.wallets_holds_unread() : undefined}
      keyOf={({ id, network }) => `${network ?? ''} ${String(id)}`}
      row={(token) => <HeldToken token={token} />}
    />
  );
}

/** What came to the wallet, or left it: from whom or to whom. */
export function MovementsCard({
  end,
  read,
  where,
}: {
  /** Which end of the transfer the other one is. */
  end: End;
  read: ListRead<EndorseEvent>;
  where: string;
}) {
  const came = end === 'from';
  const phone = usePhone();
  return (
    <ListCard
      title={came ? m.wallets_came() : m.wallets_went()}
      read={read}
      places={movementPlaces(phone)}
      what={came ? m.wallets_what_came() : m.wallets_what_went()}
      none={came ? m.wallets_came_none({ where }) : m.wallets_went_none({ where })}
      keyOf={({ id, digest, timestamp }) => id ?? `${String(digest)} ${timestamp ?? ''}`}
      row={(event) => <Movement event={event} end={end} />}
    />
  );
}
