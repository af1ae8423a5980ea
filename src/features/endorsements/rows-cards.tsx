import { useRef } from 'react';
import { styled } from '@mui/material/styles';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import { ink, ring, type } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Anchor } from '#ui/link.tsx';
import { RowWindow } from '#ui/row-window.tsx';
import { HolderName } from '#widgets/holders/holder-name.tsx';
import { TokenName } from '#widgets/holders/token-name.tsx';
import { paths } from '#widgets/paths.ts';
import { networkWords } from '#widgets/report/words-of-rules.ts';
import { m } from '#words/words.ts';
import type { ListName } from './filter/fields.ts';
import type { EndorsementRow } from './rows.ts';

/** Px of most cards. */
const cardHeight = 118;

const Scroll = styled('div')({ position: 'relative', flex: 1, minHeight: 0, overflow: 'auto' });

const Cards = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li[data-index]': {
    position: 'relative',
    display: 'grid',
    gap: 8,
    padding: '12px 16px',
    borderBottom: `1px solid ${ink.line}`,
    background: ink.surface,
  },
  '& .ends': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 16px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 8,
    '& > svg': { fontSize: 16, color: ink.text3 },
  },
  '& .line': { ...type.caption, display: 'flex', justifyContent: 'space-between', gap: 12, color: ink.text2 },
  '& > li > a': {
    display: 'block',
    minWidth: 0,
    color: 'inherit',
    textDecoration: 'none',
    // The whole card is the target.
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { ...ring, outlineOffset: -2 },
  },
});

/** The lists on the phone: cards, of which only those in sight are drawn. */
export function EndorsementCards({
  list,
  rows,
  onEnd,
}: {
  list: ListName;
  rows: readonly EndorsementRow[];
  onEnd: (() => void) | undefined;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  return (
    <Scroll ref={scroll}>
      <Cards aria-label={list === 'events' ? m.endorsements_tab_events() : m.endorsements_tab_tokens()}>
        <RowWindow
          count={rows.length}
          rowHeight={cardHeight}
          scroll={scroll}
          reveal={reveal}
          onEnd={onEnd}
          onDrawn={drawn}
        >
          {({ visible, before, after, measure }) => (
            <>
              {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
              {visible.map((index) => {
                const row = rows[index];
                return (
                  row && (
                    <li
                      key={row.key}
                      ref={measure}
                      data-index={index}
                      aria-posinset={index + 1}
                      aria-setsize={rows.length}
                    >
                      <Card list={list} row={row} />
                    </li>
                  )
                );
              })}
              {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
            </>
          )}
        </RowWindow>
      </Cards>
    </Scroll>
  );
}

const drawn = (): void => undefined;

function Card({
  list,
  row: { token, event, from, to, at, network },
}: {
  list: ListName;
  row: EndorsementRow;
}) {
  return (
    <>
      {token === undefined ? (
        <TokenName token={token} />
      ) : (
        <Anchor to={paths.token(token, event)}>
          <TokenName token={token} link={false} />
        </Anchor>
      )}
      {list === 'events' ? (
        <span className="ends">
          <HolderName of={from ?? {}} end="from" links={false} />
          <ArrowIcon aria-label={m.endorsements_arrow()} role="img" />
          <HolderName of={to ?? {}} end="to" links={false} />
        </span>
      ) : (
        <HolderName of={to ?? {}} end="to" links={false} />
      )}
      <span className="line">
        <span>{network === undefined ? '—' : networkWords(network)}</span>
        {at ? <Instant at={at} form="list" /> : '—'}
      </span>
    </>
  );
}
