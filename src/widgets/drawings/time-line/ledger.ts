/** What the time ledger receives, and how it says days and times. */
import { dateOf } from '#clock/instants.ts';
import { m } from '#i18n/messages.ts';
import type { Basis } from '#proofs/check.ts';
import { formatDay, formatDays, type FormatOptions } from '#ui/formats/formats.ts';
import type { useFormat } from '#ui/formats/use-format.ts';

export interface LedgerEntry {
  readonly key: string;
  readonly label: string;
  /** RFC 3339. */
  readonly at: string;
  /** What the date rests on: its shape. */
  readonly kind: Basis;
  /** The best signature time, or what else the page is about. */
  readonly emphasized?: boolean | undefined;
}

/** Time of which something is not known. RFC 3339. */
export interface LedgerSpan {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly tone: 'warn';
}

export interface LedgerValidity {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly label: string;
}

export interface DatedEntry extends LedgerEntry {
  readonly date: Date;
}

/** Unreadable dates are not drawn: nobody can say where they would stand. */
export function inOrder(entries: readonly LedgerEntry[]): DatedEntry[] {
  return entries
    .map((entry) => ({ ...entry, date: new Date(entry.at) }))
    .filter(({ date }) => !Number.isNaN(date.getTime()))
    .sort((a, b) => a.date.getTime() - b.date.getTime() || (a.key < b.key ? -1 : 1));
}

export interface DayWords {
  /** The day on which most of it happened; empty when no day has more than one date. */
  readonly note: string;
  /** «17:41:07», with its day where that is another one. */
  readonly time: (date: Date) => string;
  readonly bareTime: (date: Date) => string;
  /** «9 nov», with its year where that is another one. */
  readonly day: (date: Date) => string;
}

export function dayWords(entries: readonly DatedEntry[], format: ReturnType<typeof useFormat>): DayWords {
  const counts = new Map<string, number>();
  for (const { date } of entries) counts.set(format.day(date), (counts.get(format.day(date)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const main = most !== undefined && (most[1] > 1 || counts.size === 1) ? most[0] : '';
  const year = / \d{4}$/.exec(main)?.[0] ?? '';
  const day = (date: Date): string => {
    const text = format.day(date);
    return year !== '' && text.endsWith(year) ? text.slice(0, -year.length) : text;
  };
  const bareTime = (date: Date): string => format.time(date, true);
  return {
    note: main,
    day,
    bareTime,
    time: (date) => (format.day(date) === main ? bareTime(date) : `${day(date)}, ${bareTime(date)}`),
  };
}

/** «13 – 18 oct 2026»: the days from the first date to the last. */
export function rangeText(entries: readonly DatedEntry[], options: FormatOptions): string {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, to] = formatDays(first.date, last.date, options);
  return to === formatDay(first.date, options) ? to : `${from} – ${to}`;
}

export function sinceText(from: string | undefined, days: DayWords): string | undefined {
  return from === undefined ? undefined : m.inspector_time_since({ day: days.day(dateOf(from)) });
}

export function untilText(to: string | undefined, days: DayWords): string | undefined {
  return to === undefined ? undefined : m.inspector_time_until({ day: days.day(dateOf(to)) });
}
