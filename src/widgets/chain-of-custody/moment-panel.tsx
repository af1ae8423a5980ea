import type { ReactNode } from 'react';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { HolderName, holderWord } from '../holders/holder-name.tsx';
import { useHolder } from '../holders/use-holders.ts';
import { ExplainedBasis } from '../marks/explained-basis.tsx';
import { paths } from '../paths.ts';
import { isPartOf, markOf, useShownChain } from './custody-context.tsx';
import { stateAfter, type CustodyState } from './custody.ts';
import { durationWords } from './duration.ts';
import { LinkWord } from './link-word.tsx';
import type { Replay } from './replay/use-replay.ts';
import css from './moment-panel.module.css';

/** Whose it was at the cursor, the event by which it came to them, and what is under it (`children`). */
export function MomentPanel({
  replay,
  now,
  children,
}: {
  replay: Replay;
  now: number;
  children?: ReactNode;
}) {
  const { custody } = useShownChain();
  const state = stateAfter(custody, replay.number);
  // Where there are no events the drawing says so.
  if (custody.events.length === 0) {
    return children === undefined ? null : (
      <div className={css.root}>
        <div>{children}</div>
      </div>
    );
  }
  return (
    <section className={css.root} aria-label={m.tokens_moment()}>
      {state ? <Moment state={state} pointed={replay.pointed} now={now} /> : <Before />}
      {state && <EventFacts state={state} />}
      {children !== undefined && <div>{children}</div>}
    </section>
  );
}

function Before() {
  return (
    <div>
      <p className={css.at}>{m.tokens_before_first()}</p>
    </div>
  );
}

function Moment({ state, pointed, now }: { state: CustodyState; pointed: number | undefined; now: number }) {
  const { chain, holderOf } = useShownChain();
  const format = useFormat();
  const { event, holder, since, until } = state;
  const known = useHolder(holderOf(event.to));
  const word = holder ? holderWord(event.to, known) : m.tokens_nobody();
  const at = new Date((pointed ?? since) * 1000);
  // After a part of the events there may be later ones, which brought it to somebody else.
  const isLastRead = until === undefined && isPartOf(chain);
  // Of the last event there is no later holder: whoever got it has it.
  const isNow = until === undefined && (pointed === undefined || pointed >= now - 120);
  const day = (seconds: number): string => format.day(seconds * 1000);
  const held = durationWords((until ?? Math.max(now, since)) - since);
  return (
    <div>
      <div className="head">
        <p className={css.at}>
          {isLastRead
            ? m.tokens_last_holder()
            : isNow
              ? m.tokens_now_holder()
              : m.tokens_then_holder({ time: format.dayTime(at) })}
        </p>
        <ExplainedBasis basis={chain.basis} />
      </div>
      <div className={css.holder}>
        {holder && <Avatar name={known.state === 'known' ? word : '?'} size={36} />}
        <div>
          <p className={css.name}>{holder ? <Link to={paths.wallet(holder.address)}>{word}</Link> : word}</p>
          <div className={css.held}>
            {!holder
              ? m.tokens_burnt_on({ day: day(since) })
              : until === undefined
                ? isLastRead
                  ? m.tokens_held_from({ day: day(since) })
                  : m.tokens_held_since({ time: held, day: day(since) })
                : day(since) === day(until)
                  ? m.tokens_held_for({ time: held })
                  : m.tokens_held_between({ time: held, from: day(since), to: day(until) })}
          </div>
        </div>
      </div>
    </div>
  );
}

function EventFacts({ state: { event } }: { state: CustodyState }) {
  const { chain, holderOf, txOf } = useShownChain();
  const format = useFormat();
  const tx = txOf(event);
  return (
    <div>
      <div className="head">
        <h2>{m.tokens_event_number({ number: format.number(event.number) })}</h2>
        <BasisMark basis={chain.basis} />
      </div>
      <Facts
        facts={[
          { label: m.tokens_fact_time(), value: <Instant at={new Date(event.at * 1000)} /> },
          { label: m.tokens_column_from(), value: <HolderName of={holderOf(event.from)} end="from" /> },
          { label: m.tokens_column_to(), value: <HolderName of={holderOf(event.to)} end="to" /> },
          ...(event.block === undefined
            ? []
            : [
                {
                  label: m.tokens_column_block(),
                  value:
                    chain.basis === 'CHAIN'
                      ? m.tokens_block_final({ block: format.number(event.block) })
                      : format.number(event.block),
                },
              ]),
          ...(tx === undefined
            ? []
            : [{ label: m.tokens_fact_tx(), value: <HashText value={tx} size="text" /> }]),
          { label: m.tokens_fact_id(), value: <HashText value={event.id} size="text" /> },
          {
            label: m.tokens_column_link(),
            value: <LinkWord mark={markOf(event, chain)} number={event.number} />,
          },
        ]}
      />
    </div>
  );
}
