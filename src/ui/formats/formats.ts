import { dateOf, isoOf } from '#clock/instants.ts';
import { m, type Locale } from '#i18n/messages.ts';
import { visibleText } from './visible-text.ts';

/** An instant, or what a service sent for one: that need not be one. */
export type At = Date | string | number;

/** What stands for an instant that is none: its own text, so that the reader sees what came. */
const unread = (at: At): string | undefined =>
  Number.isNaN(dateOf(at).getTime())
    ? (typeof at === 'string' && at.slice(0, 40).replace(/[^ -~]/g, '·')) || m.common_date_unreadable()
    : undefined;

/** How the reader wants to see values. `now` is given by callers, so that formats stay pure. */
export interface FormatOptions {
  locale: Locale;
  /** IANA name. */
  timeZone: string;
  /** Show instants in UTC instead of `timeZone`. */
  utc: boolean;
}

const cache = new Map<string, Intl.DateTimeFormat>();

// Making an Intl formatter costs a hundred times its use; long lists ask for the same few.
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = cache.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    cache.set(key, format);
  }
  return format;
}

function zoneOf(o: FormatOptions): string {
  return o.utc ? 'UTC' : o.timeZone;
}

type Part = Intl.DateTimeFormatPartTypes;

function partsOf(at: At, o: FormatOptions): (type: Part) => string {
  const parts = dateFormat(o.locale === 'en' ? 'en-US' : 'es-MX', {
    timeZone: zoneOf(o),
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(dateOf(at));
  return (type) => (parts.find((part) => part.type === type)?.value ?? '').replace('.', '');
}

/** `18 nov 2026`, in the reader's zone. */
export function formatDay(date: At, o: FormatOptions): string {
  const text = unread(date);
  if (text !== undefined) return text;
  const part = partsOf(date, o);
  return `${part('day')} ${part('month')} ${part('year')}`;
}

/** Two days without what they share: `19` and `25 nov 2026`, `29 oct` and `4 nov 2026`, in the reader's zone. */
export function formatDays(from: At, to: At, o: FormatOptions): readonly [string, string] {
  if (unread(from) !== undefined || unread(to) !== undefined) return [formatDay(from, o), formatDay(to, o)];
  const [first, last] = [partsOf(from, o), partsOf(to, o)];
  const shared = (['year', 'month'] as const).filter((part) => first(part) === last(part));
  const begin =
    shared.length === 2
      ? first('day')
      : shared.includes('year')
        ? `${first('day')} ${first('month')}`
        : formatDay(from, o);
  return [begin, formatDay(to, o)];
}

const regions = new Map<string, Intl.DisplayNames>();

/** `MX` as `México`; what is no code of a country stays as it came. */
export function formatCountry(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return visibleText(code, 60);
  const names = regions.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' });
  regions.set(locale, names);
  return names.of(code) ?? code;
}

/** `nov 2026`, in the reader's zone. */
export function formatMonth(date: At, o: FormatOptions): string {
  const text = unread(date);
  if (text !== undefined) return text;
  const part = partsOf(date, o);
  return `${part('month')} ${part('year')}`;
}

/** `17:41`, or `17:41:07` where time is evidence. */
export function formatTime(date: At, o: FormatOptions, seconds = false): string {
  const text = unread(date);
  if (text !== undefined) return text;
  const part = partsOf(date, o);
  return `${part('hour')}:${part('minute')}${seconds ? `:${part('second')}` : ''}`;
}

/** `18 nov 2026, 17:41:07`. */
export function formatDayTime(date: At, o: FormatOptions, seconds = false): string {
  return unread(date) ?? `${formatDay(date, o)}, ${formatTime(date, o, seconds)}`;
}

/** `UTC−06:00` at that instant in the reader's zone (zones change their offset), or `UTC`. */
export function formatZone(date: At, o: FormatOptions): string {
  if (o.utc || unread(date) !== undefined) return 'UTC';
  const name = dateFormat('en-US', { timeZone: o.timeZone, timeZoneName: 'longOffset' })
    .formatToParts(dateOf(date))
    .find((part) => part.type === 'timeZoneName')?.value;
  return (name ?? 'UTC').replace('GMT', 'UTC').replace('-', '−');
}

/** ISO 8601 in UTC; without the fraction when it is zero. */
export function formatUtc(date: At): string {
  return unread(date) ?? isoOf(date).replace('.000Z', 'Z');
}

/** For lists: `hoy 09:41`, `ayer 17:32`, then `19 nov`, and with the year when it is another one. */
export function formatInList(at: At, now: Date, o: FormatOptions): string {
  const text = unread(at);
  if (text !== undefined) return text;
  const date = dateOf(at);
  const days = dayNumber(now, o) - dayNumber(date, o);
  const time = formatTime(date, o);
  if (days === 0) return m.common_today_at({ time });
  if (days === 1) return m.common_yesterday_at({ time });
  const part = partsOf(date, o);
  const day = `${part('day')} ${part('month')}`;
  return part('year') === partsOf(now, o)('year') ? day : `${day} ${part('year')}`;
}

/** Days since 1970 of the calendar day in the reader's zone. */
function dayNumber(date: Date, o: FormatOptions): number {
  const [year, month, day] = dateFormat('sv-SE', { timeZone: zoneOf(o) })
    .format(date)
    .split('-')
    .map(Number);
  return Math.floor(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) / 86_400_000);
}

/** `hace 4 s`, `hace 22 min`: only under an hour; null beyond, where an absolute time must be said. */
export function formatRelative(date: Date, now: Date): string | null {
  const seconds = Math.max(0, Math.round((now.getTime() - date.getTime()) / 1000));
  if (Number.isNaN(seconds)) return null;
  if (seconds < 60) return m.common_seconds_ago({ count: seconds });
  if (seconds < 3600) return m.common_minutes_ago({ count: Math.floor(seconds / 60) });
  return null;
}

/** `45 segundos`, `29 minutos`, `5 horas`, `3 días`: in the largest unit of which there are at least two. */
export function formatDuration(seconds: number, locale: Locale): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= 2 * length) ?? (['second', 1] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(seconds / size),
  );
}

/** `viernes 20 de noviembre de 2026`, first letter large. */
export function formatLongDay(date: At, o: FormatOptions): string {
  const none = unread(date);
  if (none !== undefined) return none;
  const text = dateFormat(o.locale === 'en' ? 'en-GB' : 'es-MX', {
    timeZone: zoneOf(o),
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(dateOf(date));
  const plain = text.replace(',', '');
  return plain.charAt(0).toLocaleUpperCase(o.locale) + plain.slice(1);
}

/** A day of the calendar, `2026-11-20`, as it stands, whatever the zone: `20 nov 2026`. */
export function formatCalendarDay(day: string, locale: Locale): string {
  const at = dateOf(`${day}T00:00:00Z`);
  return unread(at) === undefined
    ? formatDay(at, { locale, utc: true, timeZone: 'UTC' })
    : visibleText(day, 40);
}

/**
 * How long something has waited: `4 s`, `22 min`, `5 h`, `9 d`. Units are SI, the same in both languages, and stay on
 * the line of their number.
 */
export function formatAge(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return '—';
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}\u00a0min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}\u00a0h`;
  return `${Math.floor(seconds / 86_400)}\u00a0d`;
}

/**
 * `1,284`. Mexican Spanish groups from four digits on, like the pictures.
 *
 * @param fraction digits after the point at most
 * @param least those that are written in any case: `89.5000`
 */
export function formatNumber(value: number | bigint, locale: Locale, fraction = 0, least = 0): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return '—';
  const key = `${locale} ${least} ${fraction}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      useGrouping: 'always',
      minimumFractionDigits: least,
      maximumFractionDigits: fraction,
    });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** `91%`, from a ratio. */
export function formatPercent(ratio: number, locale: Locale): string {
  if (!Number.isFinite(ratio)) return '—';
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
    .format(ratio)
    .replace(/\s/u, '');
}

/** `412 kB`, `182.4 MB`; 1 kB = 1000 bytes. */
export function formatBytes(bytes: number, locale: Locale): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value, locale, unit >= 2 ? 1 : 0)} ${units[unit] ?? ''}`;
}

/**
 * `$480,000.00 MXN`: the sign where the currency has one, the code always, because `$` alone is two
 * currencies here. `amount` is a decimal string and is never turned into a float.
 */
export function formatMoney(amount: string, currency: string, locale: Locale): string {
  const decimal = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  // Reading more digits than money has takes a time that grows with their square.
  if (!decimal || amount.length > 80) return `${visibleText(amount, 40)} ${visibleText(currency, 12)}`;
  const [, sign = '', whole = '0', fraction = ''] = decimal;
  const grouped = formatNumber(BigInt(whole), locale);
  const dollar = currency === 'MXN' || currency === 'USD' ? '$' : '';
  return `${sign ? '−' : ''}${dollar}${grouped}.${fraction.padEnd(2, '0')} ${visibleText(currency, 12)}`;
}

/** `Ana, Luis y Elsa`. */
export function formatList(items: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(items);
}
