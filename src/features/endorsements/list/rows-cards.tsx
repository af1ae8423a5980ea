import { styled } from '@mui/material/styles';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import { CardWindow, cardLink } from '#ui/lists/card-window.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Instant } from '#ui/data/instant.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { HolderName } from '#widgets/holders/holder-name.tsx';
import { TokenName } from '#widgets/holders/token-name.tsx';
import { paths } from '#widgets/paths.ts';
import { networkWords } from '#widgets/report/words-of-rules.ts';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import type { EndorsementRow } from './rows.ts';

/** Px of most cards. */
const cardHeight = 118;

const Cards = styled(CardWindow)({
  '& > li[data-index]': { gap: 8 },
  '& .ends': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 16px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 8,
    '& > svg': { fontSize: 16, color: ink.text3 },
  },
  '& .line': { ...type.caption, display: 'flex', justifyContent: 'space-between', gap: 12, color: ink.text2 },
  '& > li > a': { display: 'block', minWidth: 0, ...cardLink },
});

/** The lists on the phone. */
export function EndorsementCards({
  list,
  rows,
  onEnd,
}: {
  list: ListName;
  rows: readonly EndorsementRow[];
  onEnd: (() => void) | undefined;
}) {
  return (
    <Cards
      label={list === 'events' ? m.endorsements_tab_events() : m.endorsements_tab_tokens()}
      count={rows.length}
      cardHeight={cardHeight}
      keyOf={(index) => rows[index]?.key ?? ''}
      onEnd={onEnd}
    >
      {(index) => {
        const row = rows[index];
        return row && <Card list={list} row={row} />;
      }}
    </Cards>
  );
}

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
