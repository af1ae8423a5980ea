import { styled } from '@mui/material/styles';
import { Button } from '#ui/actions/button.tsx';
import { ink, ring, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { HolderName } from '../holders/holder-name.tsx';
import { isPartOf, markOf, useShownChain } from './custody-context.tsx';
import { isNobody, windowAround, type CustodyEvent } from './custody.ts';
import { durationWords } from './duration.ts';
import { LinkWord } from './link-word.tsx';
import type { Replay } from './use-replay.ts';

const List = styled('ol')({
  margin: 0,
  padding: '4px 0',
  listStyle: 'none',
  // The reach of a row's button ends with the list.
  overflow: 'clip',
  '& > li': { position: 'relative', display: 'flex', gap: 12, padding: '8px 16px' },
  // The thread, from one circle to the next: solid while it is gone, hollow after.
  '& > li:not(:last-child)::before': {
    content: '""',
    position: 'absolute',
    left: 29,
    top: 20,
    bottom: -20,
    width: 2,
    background: ink.line2,
  },
  '& > li[data-gone]:not([data-here])::before': { background: ink.chart },
  '& .circle': {
    ...type.micro,
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    minWidth: 28,
    height: 28,
    padding: '0 6px',
    boxSizing: 'border-box',
    border: `1.5px solid ${ink.accentMid}`,
    borderRadius: 14,
    background: ink.surface,
    color: ink.text,
    font: 'inherit',
    fontSize: 12,
    fontWeight: 600,
    cursor: 'pointer',
    '&:focus-visible': ring,
    // The whole row is what a finger meets.
    '&::after': { content: '""', position: 'absolute', inset: '-8px -400px -32px -14px' },
  },
  '& [data-gone] .circle': { borderColor: ink.chart },
  '& [data-here] .circle': { background: ink.chart, color: ink.surface },
  '& [data-bad] .circle': { borderColor: ink.fail },
  '& > li[data-here]': { background: ink.accentTint, boxShadow: `inset 2px 0 ${ink.accent}` },
  '& .words': { flex: 1, minWidth: 0, overflow: 'hidden' },
  '& .line': { ...type.caption, display: 'flex', flexWrap: 'wrap', gap: '0 10px', color: ink.text2 },
});

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
      <List aria-label={m.tokens_lanes_label()}>
        {custody.events.slice(first - 1, last).map((event) => (
          <TimelineRow key={event.id} event={event} replay={replay} now={now} />
        ))}
      </List>
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
        className="circle"
        aria-pressed={event.number === replay.number}
        aria-label={m.tokens_event_number({ number: format.number(event.number) })}
        onClick={() => replay.go(event.number)}
        onKeyDown={replay.onKeyDown}
      >
        {event.number}
      </button>
      <div className="words">
        <HolderName of={holderOf(event.to)} end="to" links={false} />
        <div className="line">
          <span>{format.dayTime(event.at * 1000)}</span>
          {!isNobody(event.to) &&
            (until !== undefined ? (
              <span>{m.tokens_held_for({ time: durationWords(until - event.at) })}</span>
            ) : isPresent ? (
              <span>{m.tokens_has_for({ time: durationWords(Math.max(0, now - event.at)) })}</span>
            ) : null)}
          {mark !== 'TOLD' && <LinkWord mark={mark} />}
        </div>
      </div>
    </li>
  );
}
