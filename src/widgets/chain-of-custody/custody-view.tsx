import { useMemo, useState, type ReactNode } from 'react';
import type { TokenChain } from '#proofs/token/token-chains.ts';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone, useRail } from '#ui/hooks/use-media-query.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { m } from '#i18n/messages.ts';
import { holderWord } from '../holders/holder-name.tsx';
import { useHolder } from '../holders/use-holders.ts';
import { CustodyContext, isPartOf, type ShownChain } from './custody-context.tsx';
import { CustodyColumns } from './custody-columns.tsx';
import { EventsTable } from './events-table.tsx';
import { GraphView } from './graph/graph-view.tsx';
import { Lanes } from './lanes/lanes.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { PhoneTimeline } from './phone-timeline.tsx';
import { ReplayBar } from './replay/replay-bar.tsx';
import { useReplay } from './replay/use-replay.ts';
import css from './custody-view.module.css';

export interface CustodyViewProps {
  readonly shown: ShownChain;
  /** Number of the event to open at. */
  readonly start: number;
  /** It was requested in the address: its row takes the focus. */
  readonly landed: boolean;
  readonly onEvent: (number: number) => void;
  /** Above the drawing: a choice of networks. */
  readonly choice?: ReactNode;
  /** Under the event, in the panel at the right: what was checked. */
  readonly checks: ReactNode;
  /** Under the table. */
  readonly below?: ReactNode;
}

/** Who held it, and when: lanes or graph, replay, panel and table of one chain, always at the same event. */
export function CustodyView({ shown, start, landed, onEvent, choice, checks, below }: CustodyViewProps) {
  const { chain, custody } = shown;
  const [drawing, setDrawing] = useState<'lanes' | 'graph'>('lanes');
  const phone = usePhone();
  // The width at which the two columns become one.
  const isStacked = useRail();
  const format = useFormat();
  const today = useServiceNow(60_000);
  const now = Math.floor(today.getTime() / 1000);
  const isPart = isPartOf(chain);
  // Where no event is chosen, it is today; what is so today is not known from a part of the events.
  const replay = useReplay(custody, start, onEvent, landed || isPart ? undefined : now);
  const { length } = custody.events;
  const count = format.number(length);
  const total = isPart ? m.tokens_events_read({ count: length, shown: count }) : count;
  const spoken = useSpoken(shown, replay.number, total);
  const none = custody.events.length === 0;
  const last = custody.events.at(-1);
  const zone = useMemo(() => format.zone((last?.at ?? 0) * 1000), [format, last]);
  return (
    <CustodyContext value={shown}>
      <CustodyColumns
        main={
          <>
            <section className={css.drawing} aria-label={m.tokens_who_when()}>
              <div className="head">
                <h2>{m.tokens_who_when()}</h2>
                {!none && (
                  <SegmentedControl
                    label={m.tokens_drawing()}
                    value={drawing}
                    onChange={setDrawing}
                    options={[
                      { value: 'lanes', label: m.tokens_drawing_lanes() },
                      { value: 'graph', label: m.tokens_drawing_graph() },
                    ]}
                  />
                )}
                {choice}
                {!none && <span className={css.zone}>{m.tokens_zone({ zone })}</span>}
              </div>
              {none ? (
                <p className={css.none}>{noEventsWords(chain)}</p>
              ) : drawing === 'graph' ? (
                <GraphView replay={replay} />
              ) : phone ? (
                <PhoneTimeline replay={replay} now={now} />
              ) : (
                <Lanes replay={replay} now={now} />
              )}
              {/* Of a part of the events it says how many were read. */}
              {(length > 1 || (isPart && !none)) && (
                <ReplayBar replay={replay} spoken={spoken} total={total} />
              )}
            </section>
            {!none && <EventsTable replay={replay} landed={landed} />}
            {!isStacked && below}
          </>
        }
        side={
          <>
            <MomentPanel replay={replay} now={now}>
              {checks}
            </MomentPanel>
            {/* In one column whoever holds the token comes before what can be queried about it. */}
            {isStacked && below}
          </>
        }
      />
    </CustodyContext>
  );
}

const unreadable: readonly string[] = ['X_UNREADABLE', 'X_TOO_LARGE'];

/** Why there is nothing to draw: what was not read may be there. */
function noEventsWords({ basis, complete, checks }: TokenChain): string {
  const isUnreadable = checks.some(({ reason }) => unreadable.includes(reason?.code ?? ''));
  if (!complete || isUnreadable) return m.tokens_no_events_read();
  return basis === 'CHAIN' ? m.tokens_no_events_chain() : m.tokens_no_events();
}

function useSpoken({ custody, holderOf }: ShownChain, number: number, count: string): string {
  const format = useFormat();
  const event = custody.events[number - 1];
  const holder = useHolder(holderOf(event?.to ?? ''));
  if (!event) return '';
  return m.tokens_event_spoken({
    number: format.number(number),
    count,
    time: format.dayTime(event.at * 1000),
    holder: holderWord(event.to, holder, 'to'),
  });
}
