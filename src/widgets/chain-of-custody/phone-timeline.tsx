import { Button } from '#ui/actions/button.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { HolderName } from '../holders/holder-name.tsx';
import { isPartOf, markOf, useShownChain } from './custody-context.tsx';
import { isNobody, windowAround, type CustodyEvent } from './custody.ts';
import { durationWords } from './duration.ts';
import { LinkWord } from './link-word.tsx';
import type { Replay } from './replay/use-replay.ts';
import css from './phone-timeline.module.css';

const stretch = 12;

/** The chain from above to below: where lanes would not fit beside each other. */
export function PhoneTimeline({ replay, now }: { replay: Replay; now: number }) {
  const { custody } = useShownChain();
  const format = useFormat();
  const count = custody.events.length;
  const { first, last } = windowAround(count, replay.number, stretch);
  return (
    <>
      {first > 1 && (
        <Button variant="text" onClick={() => replay.go(first - 1)} style={{ margin: '0 8px' }}>
          {m.tokens_timeline_before({ count: first - 1, number: format.number(first - 1) })}
        </Button>
      )}
      <ol className={css.list} aria-label={m.tokens_lanes_label()}>
        {custody.events.slice(first - 1, last).map((event) => (
          <TimelineRow key={event.id} event={event} replay={replay} now={now} />
        ))}
      </ol>
      {last < count && (
        <Button variant="text" onClick={() => replay.go(last + 1)} style={{ margin: '0 8px' }}>
          {m.tokens_timeline_after({ count: count - last, number: format.number(count - last) })}
        </Button>
      )}
    </>
  );
}

function TimelineRow({ event, replay, now }: { event: CustodyEvent; replay: Replay; now: number }) {
  const { chain, custody, holderOf } = useShownChain();
  const format = useFormat();
  const mark = markOf(event, chain);
  const until = custody.events[event.number]?.at;
  // After a part of the events there may be later ones, which brought it to somebody else.
  const isPresent = until === undefined && !isPartOf(chain);
  return (
    <li
      data-gone={event.number <= replay.number || undefined}
      data-here={event.number === replay.number || undefined}
      data-bad={mark === 'FAILED' || undefined}
    >
      <button
        type="button"
        className={css.circle}
        aria-pressed={event.number === replay.number}
        aria-label={m.tokens_event_number({ number: format.number(event.number) })}
        onClick={() => replay.go(event.number)}
        onKeyDown={replay.onKeyDown}
      >
        {event.number}
      </button>
      <div className={css.words}>
        <HolderName of={holderOf(event.to)} end="to" links={false} />
        <div className={css.line}>
          <span>{format.dayTime(event.at * 1000)}</span>
          {!isNobody(event.to) &&
            (until !== undefined ? (
              <span>{m.tokens_held_for({ time: durationWords(until - event.at) })}</span>
            ) : isPresent ? (
              <span>{m.tokens_has_for({ time: durationWords(Math.max(0, now - event.at)) })}</span>
            ) : null)}
          {mark !== 'REPORTED' && <LinkWord mark={mark} number={event.number} />}
        </div>
      </div>
    </li>
  );
}
