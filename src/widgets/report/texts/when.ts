/** Instants of evidence in words: the zone is always named, the second always said. */
import { formatTime, formatUtc, formatZone, type FormatOptions } from '#ui/formats/formats.ts';
import { m, type Locale } from '#i18n/messages.ts';

/** How instants are written: the reader's zone and language, or UTC in the language that is set. */
export type Wording = FormatOptions;

/** UTC, in the language that is set: where nothing is known of a reader, as in files that are exported. */
export function plainWording(): Wording {
  return { locale: currentLocale(), timeZone: 'UTC', utc: true };
}

/** The language whose words are shown now: each catalogue names its own. */
export function currentLocale(): Locale {
  return m.verdicts_locale() === 'en' ? 'en' : 'es-MX';
}

/** `18 de noviembre de 2026, 17:41:07 (UTC−06:00)`; text that is no instant stays as it is. */
export function longInstant(text: string, wording: Wording = plainWording()): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return `${dayOf(date, wording, 'long')}, ${formatTime(date, wording, true)} (${formatZone(date, wording)})`;
}

/** `18 nov 2026, 17:41:07`: for tables, whose head names the zone. */
export function shortInstant(text: string, wording: Wording = plainWording()): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return `${dayOf(date, wording, 'short')}, ${formatTime(date, wording, true)}`;
}

/** In which zones a document writes its dates, for its head. */
export function zonesSentence({ locale, timeZone, utc }: Wording): string {
  if (utc || timeZone === 'UTC') return m.evidence_page_when_utc();
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return m.evidence_page_when({ zone: parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone });
}

/** `2026-11-18T23:41:07Z` */
export function utcInstant(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : formatUtc(date);
}

function dayOf(date: Date, { locale, timeZone, utc }: Wording, month: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'es-MX', {
    timeZone: utc ? 'UTC' : timeZone,
    day: 'numeric',
    month,
    year: 'numeric',
  })
    .format(date)
    .replaceAll('.', '');
}
