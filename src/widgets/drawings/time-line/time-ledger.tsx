import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { BasisMark, basisWord } from '#ui/verdicts/basis-mark.tsx';
import { formatUtc } from '#ui/formats/formats.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { DrawingPanel, NothingDrawn } from '../drawing-panel.tsx';
import {
  dayWords,
  inOrder,
  rangeText,
  sinceText,
  untilText,
  type DatedEntry,
  type DayWords,
  type LedgerEntry,
  type LedgerSpan,
  type LedgerValidity,
} from './ledger.ts';
import { TimeLines } from './time-lines.tsx';
import { TimeShape } from './time-shape.tsx';
import { useWidth } from '../use-width.ts';
import css from './time-ledger.module.css';

export interface TimeLedgerProps {
  entries: readonly LedgerEntry[];
  spans?: readonly LedgerSpan[] | undefined;
  validity?: LedgerValidity | undefined;
  /** Which zone the times are reported in; the reader's, unless said otherwise. */
  zoneNote?: string | undefined;
  level?: 2 | 3 | undefined;
}

/** Under this width the axis is a list. */
const drawnFrom = 640;

/** One axis with every date, what each rests on, and what lies between them. */
export function TimeLedger({ entries, spans = [], validity, zoneNote, level }: TimeLedgerProps) {
  const { ref, width } = useWidth<HTMLDivElement>(1000);
  const format = useFormat();
  const dated = inOrder(entries);
  const days = dayWords(dated, format);
  const drawn = width >= drawnFrom && dated.length > 0;
  const kinds = (['RECOMPUTED', 'CHAIN', 'PINNED', 'SERVER'] as const).filter((kind) =>
    dated.some((one) => one.kind === kind),
  );
  const first = dated.find(({ emphasized }) => emphasized === true) ?? dated.at(-1);
  // The drawing leaves the day out where it is that of the heading; the list has it in each row.
  const note = drawn ? days.note : rangeText(dated, format.options);
  const zone = zoneNote ?? (first === undefined ? '' : format.zone(first.date));
  return (
    <DrawingPanel
      title={m.inspector_time_title()}
      level={level}
      about={
        drawn && (
          <ul className={css.legend} aria-label={m.inspector_time_legend()}>
            {kinds.map((kind) => (
              <li key={kind}>
                <svg width="16" height="16" aria-hidden="true">
                  <TimeShape x={8} y={8} kinds={[kind]} />
                </svg>
                {kind === 'SERVER' ? m.inspector_time_service_says() : basisWord(kind)}
              </li>
            ))}
          </ul>
        )
      }
      end={[note, zone].filter((part) => part !== '').join(', ')}
    >
      <div ref={ref}>
        {dated.length === 0 ? (
          <NothingDrawn>{m.inspector_time_none()}</NothingDrawn>
        ) : drawn ? (
          <>
            <TimeLines {...{ entries: dated, spans, validity, width, days }} />
            <VisuallyHidden as="div">
              <LedgerList {...{ dated, spans, validity, days }} />
            </VisuallyHidden>
          </>
        ) : (
          <LedgerList {...{ dated, spans, validity, days }} />
        )}
      </div>
    </DrawingPanel>
  );
}

/** The same facts as an ordered list: seen on narrow paper, heard everywhere. */
function LedgerList({
  dated,
  spans,
  validity,
  days,
}: {
  dated: readonly DatedEntry[];
  spans: readonly LedgerSpan[];
  validity: LedgerValidity | undefined;
  days: DayWords;
}) {
  return (
    <ol className={css.list}>
      {dated.map(({ key, label, date, kind, emphasized }) => (
        <li key={key} data-emphasized={emphasized === true ? '' : undefined}>
          <time dateTime={formatUtc(date)}>
            {days.day(date)}, {days.bareTime(date)}
          </time>
          <b>{label}</b>
          <BasisMark basis={kind} />
        </li>
      ))}
      {spans.map(({ from, to, label }) => (
        <li key={`${from} ${to} ${label}`} className={css.span}>
          {label}
        </li>
      ))}
      {validity !== undefined && (
        <li className={css.validity}>
          <ValidityWords {...validity} days={days} />
        </li>
      )}
    </ol>
  );
}

function ValidityWords({ label, from, to, days }: LedgerValidity & { days: DayWords }): ReactNode {
  return (
    <span>
      {[label, sinceText(from, days), untilText(to, days)].filter((part) => part !== undefined).join(' ')}
    </span>
  );
}
