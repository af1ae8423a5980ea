import { useEffect, useMemo, useRef } from 'react';
import { styled } from '@mui/material/styles';
import { addressForm } from '#client/families/tokens/wallets.ts';
import { ink, mono, ring, type } from '#ui/theme/tokens.ts';
import { Avatar } from '#ui/data/person-line.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { holderWord, shortAddress } from '../../holders/holder-name.tsx';
import { useHolder } from '../../holders/use-holders.ts';
import { useWidth } from '../../drawings/use-width.ts';
import { isPartOf, markOf, useShownChain } from '../custody-context.tsx';
import { isNobody, lanesOf, windowAround, type CustodyEvent, type CustodyHolder } from '../custody.ts';
import { LanesSvg, laneHeight, topMargin } from './lanes-svg.tsx';
import { scaleOf, ticksOf, type AxisTick } from './scale.ts';
import type { Replay } from '../replay/use-replay.ts';
import { offsetSeconds } from './zone.ts';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(150px, 236px) minmax(0, 1fr)',
  gap: '0 14px',
  maxHeight: topMargin + 6.5 * laneHeight + 28,
  padding: '0 10px 0 18px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '& > .names': { margin: 0, padding: `${topMargin}px 0 0`, listStyle: 'none' },
  '& > .names > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    boxSizing: 'border-box',
    height: laneHeight,
    borderTop: `1px solid ${ink.line}`,
  },
  '& > .names > li:last-child': { height: laneHeight + 1, borderBottom: `1px solid ${ink.line}` },
  '& > .names .words': { minWidth: 0 },
  '& > .names .words > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .names .name': { ...type.table, fontWeight: 500 },
  '& > .names .code': { ...type.caption, fontFamily: mono, color: ink.text2 },
  '& > .names > [data-here] .name': { color: ink.accent },
  '& > .plot': { position: 'relative', minWidth: 0, cursor: 'crosshair' },
  '& > .plot > button': {
    position: 'absolute',
    height: 24,
    minWidth: 24,
    padding: 0,
    border: 0,
    borderRadius: 12,
    background: 'none',
    transform: 'translate(-50%, -50%)',
    cursor: 'pointer',
    '&:focus-visible': ring,
  },
  '& > .axis': {
    position: 'sticky',
    bottom: 0,
    gridColumn: 2,
    height: 26,
    background: ink.surface,
    color: ink.text3,
    ...type.micro,
    '& > span': { position: 'absolute', top: 6, whiteSpace: 'nowrap', paddingLeft: 5 },
  },
});

/** Events of one stretch: what is drawn at once, whatever there is. */
const stretch = 16;
const whole = 24;

/**
 * A lane for each holder, a bar for each holding, an arrow for each event, up to the cursor solid and after it hollow.
 * Of long chains the stretch around the cursor is drawn. The table has the same facts for those who do not see it.
 */
export function Lanes({ replay, now }: { replay: Replay; now: number }) {
  const { chain, custody } = useShownChain();
  const format = useFormat();
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const { first, last } = windowAround(
    custody.events.length,
    replay.number,
    custody.events.length <= whole ? whole : stretch,
  );
  const isPart = isPartOf(chain);
  const lanes = useMemo(() => lanesOf(custody, { first, last }, isPart), [custody, first, last, isPart]);
  const next = custody.events[last];
  const start = lanes.events[0]?.at ?? now;
  const end = lanes.events.at(-1)?.at ?? now;
  // To this day, where that is known; a silence much longer than the events before it is cut short, and marked as cut.
  const until = next?.at ?? (isPart ? end : Math.max(end, now));
  const tail = next || end === start ? Infinity : Math.max(3600, (end - start) * 0.3);
  const isCut = until - end > tail;
  const offset = offsetSeconds(format.zone(end * 1000));
  const { scale, ticks } = useMemo(() => {
    const times = lanes.events.map(({ at }) => at);
    const scale = scaleOf({ times, until, tail, width, edge: 18, spacing: 30 });
    return { scale, ticks: ticksOf(scale, start, isCut ? end : until, offset) };
  }, [lanes, until, tail, isCut, width, start, end, offset]);
  const event = custody.events[replay.number - 1];
  const cursorTime = replay.pointed ?? event?.at ?? start;
  const cursor =
    replay.pointed === undefined ? (scale.places[replay.number - first] ?? 0) : scale.place(cursorTime);
  const marks = useMemo(() => lanes.events.map((one) => markOf(one, chain)), [lanes, chain]);
  const scroll = useRef<HTMLDivElement>(null);
  const here = lanes.laneOf.get(event?.to ?? '');
  useEffect(() => {
    const box = scroll.current;
    if (!box || here === undefined || box.scrollHeight <= box.clientHeight) return;
    const top = here * laneHeight;
    if (top < box.scrollTop || top + laneHeight + topMargin + 26 > box.scrollTop + box.clientHeight)
      box.scrollTop = Math.max(0, top - laneHeight);
  }, [here]);
  return (
    <Root ref={scroll} role="group" aria-label={m.tokens_lanes_label()}>
      <ol className="names">
        {lanes.holders.map((holder) => (
          <LaneName key={holder.address} holder={holder} isHere={holder.address === event?.to} />
        ))}
      </ol>
      <div
        ref={ref}
        className="plot"
        role="presentation"
        onClick={({ target, currentTarget, clientX }) => {
          if (target instanceof Element && target.closest('button')) return;
          const at = scale.timeAt(clientX - currentTarget.getBoundingClientRect().left);
          replay.goTo(Math.min(until, Math.max(start, Math.round(at))));
        }}
      >
        <LanesSvg
          lanes={lanes}
          scale={scale}
          ticks={ticks}
          marks={marks}
          number={replay.number}
          first={first}
          cursor={cursor}
          cursorTime={cursorTime}
          previous={custody.events[first - 2]}
          isCut={isCut}
        />
        {lanes.events.map((one, at) => (
          <button
            key={one.id}
            type="button"
            tabIndex={one.number === replay.number ? 0 : -1}
            aria-pressed={one.number === replay.number}
            aria-label={m.tokens_event_number({ number: format.number(one.number) })}
            style={{ left: scale.places[at] ?? 0, top: laneMiddle(laneOfEvent(one, lanes.laneOf)) }}
            onClick={() => replay.go(one.number)}
            onKeyDown={replay.onKeyDown}
          />
        ))}
      </div>
      <div className="axis" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick.at} style={{ left: tick.x }}>
            {tickWords(tick, format)}
          </span>
        ))}
      </div>
    </Root>
  );
}

const laneMiddle = (lane: number): number => topMargin + lane * laneHeight + laneHeight / 2;

/** What is burnt has no lane: its end stands in the lane of whoever burnt it. */
export function laneOfEvent({ from, to }: CustodyEvent, laneOf: ReadonlyMap<string, number>): number {
  return laneOf.get(isNobody(to) ? from : to) ?? 0;
}

function LaneName({ holder, isHere }: { holder: CustodyHolder; isHere: boolean }) {
  const { holderOf } = useShownChain();
  const known = useHolder(holderOf(holder.address));
  const name = holderWord(holder.address, known);
  const { RFC, serialNumber } = known.state === 'known' ? known.subject : {};
  const short = shortAddress(addressForm(holder.address));
  return (
    <li data-here={isHere || undefined} title={`${name} ${holder.address}`}>
      <Avatar name={known.state === 'known' ? name : '?'} accent={isHere} />
      <span className="words">
        <span className="name" style={{ display: 'block' }}>
          {name}
        </span>
        <span className="code" style={{ display: 'block' }}>
          {[RFC ?? serialNumber, name === short ? undefined : short].filter(Boolean).join(' ')}
        </span>
      </span>
    </li>
  );
}

function tickWords({ at, unit }: AxisTick, format: ReturnType<typeof useFormat>): string {
  const date = new Date(at * 1000);
  switch (unit) {
    case 'second':
      return format.time(date, true);
    case 'minute': {
      const time = format.time(date);
      return time === '00:00' ? format.day(date) : time;
    }
    case 'day':
      return format.day(date).replace(/ \d{4}$/, '');
    case 'month':
      return format.day(date).replace(/^\d+ /, '');
    case 'year':
      return format.day(date).slice(-4);
  }
}
