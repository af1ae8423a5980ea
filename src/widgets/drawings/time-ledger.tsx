import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { BasisMark, basisWord } from '#ui/verdicts/basis-mark.tsx';
import { formatUtc } from '#ui/formats/formats.ts';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { DrawingPanel, NothingDrawn } from './drawing-panel.tsx';
import {
  dayWords,
  inOrder,
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
import { useWidth } from './use-width.ts';

export interface TimeLedgerProps {
  entries: readonly LedgerEntry[];
  spans?: readonly LedgerSpan[] | undefined;
  validity?: LedgerValidity | undefined;
  /** Which zone the times are told in; the reader's, unless said otherwise. */
  zoneNote?: string | undefined;
  level?: 2 | 3 | undefined;
}

/** Under this width the axis is a list. */
const drawnFrom = 640;

const Legend = styled('ul')({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 18px',
  color: ink.text2,
  '& > li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
});

const List = styled('ol')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  padding: '4px 18px 12px',
  '& > li': {
    ...type.table,
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    alignItems: 'center',
    columnGap: 8,
    minHeight: 36,
    padding: '4px 0',
    borderTop: `1px solid ${ink.line}`,
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& time': { color: ink.text2, fontSize: 12, whiteSpace: 'nowrap' },
  '& > li > :last-child:not(:only-child)': { justifySelf: 'end' },
  '& b': { fontWeight: 550 },
  '& [data-emphasized] b': { color: ink.accent },
  '& > .span': { display: 'block', color: ink.indet },
  '& > .validity': { display: 'block', color: ink.text2 },
  [media.phone]: { padding: '4px 16px 12px' },
});

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
  const zone = zoneNote ?? (first === undefined ? '' : format.zone(first.date));
  return (
    <DrawingPanel
      title={m.inspector_time_title()}
      level={level}
      about={
        drawn && (
          <Legend aria-label={m.inspector_time_legend()}>
            {kinds.map((kind) => (
              <li key={kind}>
                <svg width="16" height="16" aria-hidden="true">
                  <TimeShape x={8} y={8} kinds={[kind]} />
                </svg>
                {kind === 'SERVER' ? m.inspector_time_service_says() : basisWord(kind)}
              </li>
            ))}
          </Legend>
        )
      }
      end={[days.note, zone].filter((part) => part !== '').join(', ')}
    >
      <div ref={ref}>
        {dated.length === 0 ? (
          <NothingDrawn>{m.inspector_time_none()}</NothingDrawn>
        ) : drawn ? (
          <>
            <TimeLines {...{ entries: dated, spans, validity, width, days }} />
            <VisuallyHidden as="div">
              <Told {...{ dated, spans, validity, days }} />
            </VisuallyHidden>
          </>
        ) : (
          <Told {...{ dated, spans, validity, days }} />
        )}
      </div>
    </DrawingPanel>
  );
}

/** The same facts as an ordered list: seen on narrow paper, heard everywhere. */
function Told({
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
    <List>
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
        <li key={`${from} ${to} ${label}`} className="span">
          {label}
        </li>
      ))}
      {validity !== undefined && (
        <li className="validity">
          <ValidityWords {...validity} days={days} />
        </li>
      )}
    </List>
  );
}

function ValidityWords({ label, from, to, days }: LedgerValidity & { days: DayWords }): ReactNode {
  return (
    <span>
      {[label, sinceText(from, days), untilText(to, days)].filter((part) => part !== undefined).join(' ')}
    </span>
  );
}
