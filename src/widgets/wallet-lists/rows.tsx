import { styled } from '@mui/material/styles';
import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { m } from '#i18n/messages.ts';
import { HolderName, type End } from '../holders/holder-name.tsx';
import { TokenName } from '../holders/token-name.tsx';
import { networkName } from '../network-name.ts';
import { idOf } from './id-of.ts';

/** What a wallet holds, or what moved, one to a line. */
export const WalletRows = styled('ul')({
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
  // A token that is held has nobody beside it: its name takes that place.
  '& > li:not(:has(> .end))': { gridTemplateAreas: '"token token network when"' },
  '& > li > .token': { gridArea: 'token', minWidth: 0 },
  '& > li > .network': { ...type.caption, gridArea: 'network', color: ink.text2 },
  '& > li > .when': { ...type.table, gridArea: 'when', color: ink.text2, textAlign: 'right' },
  // The label stands beside the name, so that a row has the two lines of a holder.
  '& .end': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridArea: 'who',
    alignItems: 'baseline',
    columnGap: 8,
    minWidth: 0,
  },
  // A name takes the lines that it needs.
  '& .end .name': { whiteSpace: 'normal' },
  '& .label': { ...type.caption, display: 'block', color: ink.text3 },
  [media.phone]: {
    '& > li': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"token when" "who who" "network network"',
      padding: '10px 16px',
    },
    '& > li:not(:has(> .end))': { gridTemplateAreas: '"token when" "network network"' },
    // As high as a finger needs.
    '& .end a': { display: 'block', lineHeight: '24px' },
    '& > li > .when': { alignSelf: 'start' },
  },
});

/** A token that is held: what it stands for, where, and when it was made. */
export function HeldToken({ token: { id, network, timestamp } }: { token: Endorsable }) {
  return (
    <>
      <div className="token">
        <TokenName token={idOf(id)} />
      </div>
      <span className="network">{networkName(network)}</span>
      <span className="when">
        {timestamp == null ? (
          '—'
        ) : (
          <>
            <span className="label">{m.wallets_token_made()}</span>
            <Instant at={new Date(timestamp * 1000)} form="list" />
          </>
        )}
      </span>
    </>
  );
}

/** What came or went: the token, from whom or to whom, where and when. */
export function Movement({
  event: { id, digest, network, timestamp, from, to, fromId, toId },
  end,
}: {
  event: EndorseEvent;
  /** Which end of the transfer the other wallet is. */
  end: End;
}) {
  const came = end === 'from';
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
}

/** A phone has the lines of a row under each other; a movement has one more, from whom or to whom. */
export const heldPlaces = (phone: boolean) =>
  ({ kind: 'list', count: 2, rowHeight: phone ? 75 : 46, lines: phone ? 3 : 2 }) as const;
export const movementPlaces = (phone: boolean) => ({ ...heldPlaces(phone), rowHeight: phone ? 93 : 46 });
