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
import { LinkWord } from './link-word.tsx';
import type { Replay } from './replay/use-replay.ts';
import css from './events-table.module.css';

const headHeight = 32;
const borders = 2;
const mostRows = 12;

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
  const rowHeight = phone ? 64 : density === 'compact' ? 36 : 45;
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
    <div
      className={css.box}
      ref={box}
      style={{ height: headHeight + Math.min(mostRows, Math.max(1, events.length)) * rowHeight + borders }}
    >
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

function columnsFor(phone: boolean): Column<CustodyEvent>[] {
  const number: Column<CustodyEvent> = {
    id: 'number',
    head: '#',
    headLabel: m.tokens_column_number(),
    width: 56,
    cell: ({ number }) => <b>{number}</b>,
  };
  const link: Column<CustodyEvent> = {
    id: 'link',
    head: m.tokens_column_link(),
    width: phone ? undefined : 168,
    cell: (event) => <Link event={event} />,
  };
  if (phone)
    return [
      number,
      { id: 'to', head: m.tokens_column_to(), cell: (event) => <ToAndWhen event={event} /> },
      link,
    ];
  return [
    number,
    { id: 'when', head: m.tokens_column_when(), cell: ({ at }) => <When at={at} />, width: 150 },
    {
      id: 'from',
      head: m.tokens_column_from(),
      width: '24%',
      cell: ({ from }) => <Holder address={from} end="from" />,
    },
    { id: 'to', head: m.tokens_column_to(), width: '27%', cell: ({ to }) => <Passed to={to} /> },
    { id: 'block', head: m.tokens_column_block(), width: 100, cell: ({ block }) => <Block block={block} /> },
    link,
  ];
}

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
