import { useState, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import type { Endorsable, EndorseEvent } from '#contract/resources.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ink, media, type } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { HolderName, type End } from '#widgets/holders/holder-name.tsx';
import { networkName } from '#widgets/network-name.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { TokenName } from '#widgets/holders/token-name.tsx';
import { m } from '#words/words.ts';
import { idOf } from './balance.ts';
import type { ListRead } from './use-wallet.ts';

const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1fr) auto 76px',
    gridTemplateAreas: '"token who network when"',
    alignItems: 'center',
    gap: '2px 16px',
    minHeight: 45,
    padding: '6px 18px',
    borderTop: `1px solid ${ink.line}`,
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& > li > .token': { gridArea: 'token', minWidth: 0 },
  '& > li > .network': { ...type.caption, gridArea: 'network', color: ink.text2 },
  '& > li > .when': { ...type.table, gridArea: 'when', color: ink.text2, textAlign: 'right' },
  '& .end': { display: 'grid', gridArea: 'who', minWidth: 0 },
  // A link under a link: each is as high as a finger needs, and a name takes the lines that it needs.
  '& .end a': { display: 'block', lineHeight: '24px' },
  '& .end .name': { whiteSpace: 'normal' },
  '& .end > .label': { ...type.micro, color: ink.text3 },
  [media.phone]: {
    '& > li': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"token when" "who who" "network network"',
      padding: '10px 16px',
    },
    '& > li > .when': { alignSelf: 'start' },
  },
});

const Note = styled('p')({ ...type.table, margin: 0, padding: '14px 18px 18px', color: ink.text2 });

/** Rows that are drawn at once. */
const step = 100;

interface ListCardProps<Item> {
  title: string;
  read: ListRead<Item>;
  /** What was to be read, for its failure. */
  what: string;
  none: string;
  row: (item: Item) => ReactNode;
  keyOf: (item: Item) => string;
}

function ListCard<Item>({ title, read, what, none, row, keyOf }: ListCardProps<Item>) {
  const format = useFormat();
  const [most, setMost] = useState(step);
  const { items, state, readOn } = read;
  const shown = items.slice(0, most);
  const hidden = items.length - shown.length;
  const count = `${format.number(items.length)}${read.complete ? '' : '+'}`;
  return (
    <Card
      title={title}
      note={
        state === 'read' ? (
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
      {state === 'loading' ? (
        <LoadingRows count={3} />
      ) : state === 'failed' ? (
        <QueryFailure error={read.error} what={what} onRetry={read.retry} retrying={read.working} />
      ) : items.length === 0 ? (
        <Note>{none}</Note>
      ) : (
        <>
          <Rows>
            {shown.map((item) => (
              <li key={keyOf(item)}>{row(item)}</li>
            ))}
          </Rows>
          {read.error ? (
            <WarningStrip framed={false} action={{ label: m.common_retry(), onSelect: read.retry }}>
              {m.wallets_list_stopped()} {describeFailure(read.error).text}
            </WarningStrip>
          ) : null}
        </>
      )}
    </Card>
  );
}

const countWords = (count: number, complete: boolean): string =>
  complete ? m.wallets_list_count({ count }) : m.wallets_list_count_more({ count });

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
  const incomplete = derived && read.state === 'read' && !read.complete;
  return (
    <ListCard
      title={m.wallets_holds()}
      read={read}
      what={m.wallets_what_holds()}
      none={incomplete ? m.wallets_holds_unread() : m.wallets_holds_none({ where })}
      keyOf={({ id, network }) => `${network ?? ''} ${String(id)}`}
      row={({ id, network, timestamp }) => (
        <>
          <div className="token">
            <TokenName token={idOf(id)} />
          </div>
          <span className="network">{networkName(network)}</span>
          <span className="when">
            {timestamp == null ? '—' : <Instant at={new Date(timestamp * 1000)} form="list" />}
          </span>
        </>
      )}
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
  return (
    <ListCard
      title={came ? m.wallets_came() : m.wallets_went()}
      read={read}
      what={came ? m.wallets_what_came() : m.wallets_what_went()}
      none={came ? m.wallets_came_none({ where }) : m.wallets_went_none({ where })}
      keyOf={({ id, digest, timestamp }) => id ?? `${String(digest)} ${timestamp ?? ''}`}
      row={({ id, digest, network, timestamp, from, to, fromId, toId }) => {
        const address = (came ? fromId : toId) ?? undefined;
        const wallet = (came ? from : to) ?? undefined;
        return (
          <>
            <div className="token">
              <TokenName token={idOf(digest)} event={id ?? undefined} />
            </div>
            <span className="end">
              <span className="label">{came ? m.wallets_from() : m.wallets_to()}</span>
              <HolderName
                of={wallet?.subject ? { ...wallet, id: wallet.id ?? address } : (address ?? {})}
                end={end}
              />
            </span>
            <span className="when">
              {timestamp == null ? '—' : <Instant at={new Date(timestamp * 1000)} form="list" />}
            </span>
            <span className="network">{networkName(network)}</span>
          </>
        );
      }}
    />
  );
}
