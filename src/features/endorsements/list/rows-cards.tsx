import ArrowIcon from '@mui/icons-material/ArrowForward';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { HolderName } from '#widgets/holders/holder-name.tsx';
import { TokenName } from '#widgets/holders/token-name.tsx';
import { paths } from '#widgets/paths.ts';
import { networkWords } from '#widgets/report/texts/rule-words.ts';
import { m } from '#i18n/messages.ts';
import type { ListName } from '../filter/fields.ts';
import type { EndorsementRow } from './rows.ts';
import css from './rows-cards.module.css';

/** Px of most cards: those of events have a place for names of two lines. */
export const cardHeights: Readonly<Record<ListName, number>> = { events: 147, tokens: 129 };

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
    <CardWindow
      className={css.cards}
      label={list === 'events' ? m.endorsements_tab_events() : m.endorsements_tab_tokens()}
      count={rows.length}
      cardHeight={cardHeights[list]}
      keyOf={(index) => rows[index]?.key ?? ''}
      onEnd={onEnd}
    >
      {(index) => {
        const row = rows[index];
        return row && <Card list={list} row={row} />;
      }}
    </CardWindow>
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
        <span className={css.ends}>
          <HolderName of={from ?? {}} end="from" links={false} />
          <ArrowIcon aria-label={m.endorsements_arrow()} role="img" />
          <HolderName of={to ?? {}} end="to" links={false} />
        </span>
      ) : (
        <span className={css.holder}>
          <span className={css.label}>{m.endorsements_holder()}</span>
          <HolderName of={to ?? {}} end="to" links={false} />
        </span>
      )}
      <span className={css.line}>
        <span>{network === undefined ? '—' : networkWords(network)}</span>
        <span>
          {list === 'tokens' && `${m.endorsements_created()} `}
          {at ? <Instant at={at} form="list" /> : '—'}
        </span>
      </span>
    </>
  );
}
