import { useEffect, useMemo, useRef } from 'react';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { m } from '#i18n/messages.ts';
import { HolderName, type End } from '../holders/holder-name.tsx';
import { markOf, useShownChain } from './custody-context.tsx';
import type { CustodyEvent } from './custody.ts';
import { boxHeightOf, eventColumns, headHeight, rowHeightOf } from './event-columns.ts';
import { LinkWord } from './link-word.tsx';
import type { Replay } from './replay/use-replay.ts';
import css from './events-table.module.css';

/**
 * Every event of the chain, the one that the replay is at in step with it. The same facts as the drawing, for who
 * reads rather than looks.
 *
 * @param landed the page was opened at an event: its row is scrolled to and takes the focus
 */
export function EventsTable({ replay, landed }: { replay: Replay; landed: boolean }) {
  const { custody } = useShownChain();
  const { language, density } = usePreferences();
  const phone = usePhone();
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = rowHeightOf(phone, density);
  const { events } = custody;
  const shown = events[replay.number - 1];
  const columns = useMemo(
    () => columnsFor(phone),
    // Heads are words: another language makes others.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
    [phone, language],
  );
  const withBlock = useMemo(
    () =>
      events.some(({ block }) => block !== undefined) ? columns : columns.filter(({ id }) => id !== 'block'),
    [events, columns],
  );

  useEffect(() => {
    const scroll = box.current?.firstElementChild;
    if (!scroll || replay.number === 0) return;
    const top = (replay.number - 1) * rowHeight;
    const visibleHeight = scroll.clientHeight - headHeight;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + rowHeight > scroll.scrollTop + visibleHeight)
      scroll.scrollTop = top + rowHeight - visibleHeight;
  }, [replay.number, rowHeight]);

  useLanding(box, landed ? replay.number - 1 : undefined);

  return (
    <div className={css.box} ref={box} style={{ height: boxHeightOf(rowHeight, events.length) }}>
      <DataTable
        label={m.tokens_events_table()}
        columns={withBlock}
        rows={events}
        rowKey={keyOf}
        rowName={nameOf}
        rowHeight={rowHeight}
        current={shown?.id}
        onCurrent={(_, { number }) => replay.go(number)}
      />
    </div>
  );
}

const keyOf = ({ id }: CustodyEvent): string => id;
const nameOf = ({ number }: CustodyEvent): string => m.tokens_event_number({ number });

/** Frames in which a row that was scrolled to is waited for: long tables fetch what draws them. */
const patience = 120;

function useLanding(box: { readonly current: HTMLElement | null }, index: number | undefined): void {
  const first = useRef(index);
  useEffect(() => {
    const at = first.current;
    if (at === undefined) return undefined;
    let frame = 0;
    const look = (left: number): void => {
      const row = box.current?.querySelector<HTMLElement>(`tr[data-index="${at}"]`);
      if (row) {
        first.current = undefined;
        row.focus({ preventScroll: true });
        // Where nothing is laid out there is nothing to scroll.
        if (typeof row.scrollIntoView === 'function') row.scrollIntoView({ block: 'center' });
      } else if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
    };
    look(patience);
    return () => cancelAnimationFrame(frame);
  }, [box]);
}

const columnsFor = (phone: boolean): Column<CustodyEvent>[] =>
  eventColumns(phone).map((column) => ({
    ...column,
    cell: (event) => {
      switch (column.id) {
        case 'number':
          return <b>{event.number}</b>;
        case 'when':
          return <When at={event.at} />;
        case 'from':
          return <Holder address={event.from} end="from" />;
        case 'to':
          return phone ? <ToAndWhen event={event} /> : <Passed to={event.to} />;
        case 'block':
          return <Block block={event.block} />;
        case 'link':
          return <Link event={event} />;
      }
    },
  }));

function Passed({ to }: { to: string }) {
  return (
    <div className={css.passed}>
      <ArrowIcon aria-hidden="true" />
      <Holder address={to} end="to" />
    </div>
  );
}

function ToAndWhen({ event }: { event: CustodyEvent }) {
  return (
    <div className={css.both}>
      <Holder address={event.to} end="to" />
      <When at={event.at} />
    </div>
  );
}

function When({ at }: { at: number }) {
  const format = useFormat();
  return <span className={css.when}>{format.dayTime(at * 1000)}</span>;
}

function Holder({ address, end }: { address: string; end: End }) {
  const { holderOf } = useShownChain();
  return <HolderName of={holderOf(address)} end={end} address={false} />;
}

function Block({ block }: { block: bigint | undefined }) {
  const format = useFormat();
  return <>{block === undefined ? '—' : format.number(block)}</>;
}

function Link({ event }: { event: CustodyEvent }) {
  const { chain } = useShownChain();
  return <LinkWord mark={markOf(event, chain)} number={event.number} />;
}
