import { useMemo } from 'react';
import * as formats from './formats.ts';
import { usePreferences } from '../theme/preferences.tsx';

/** The formats bound to the reader's language, zone and UTC switch. */
export function useFormat() {
  const { language: locale, timeZone, utc } = usePreferences();
  return useMemo(() => {
    const options: formats.FormatOptions = { locale, timeZone, utc };
    return {
      options,
      number: (value: number | bigint, fraction?: number, least?: number) =>
        formats.formatNumber(value, locale, fraction, least),
      list: (items: readonly string[]) => formats.formatList(items, locale),
      percent: (ratio: number) => formats.formatPercent(ratio, locale),
      bytes: (bytes: number) => formats.formatBytes(bytes, locale),
      money: (amount: string, currency: string) => formats.formatMoney(amount, currency, locale),
      duration: (seconds: number) => formats.formatDuration(seconds, locale),
      day: (date: formats.At) => formats.formatDay(date, options),
      month: (date: formats.At) => formats.formatMonth(date, options),
      longDay: (date: formats.At) => formats.formatLongDay(date, options),
      time: (date: formats.At, seconds?: boolean) => formats.formatTime(date, options, seconds),
      dayTime: (date: formats.At, seconds?: boolean) => formats.formatDayTime(date, options, seconds),
      zone: (date: formats.At) => formats.formatZone(date, options),
      country: (code: string) => formats.formatCountry(code, locale),
      calendarDay: (day: string) => formats.formatCalendarDay(day, locale),
      inList: (date: formats.At, now: Date) => formats.formatInList(date, now, options),
    };
  }, [locale, timeZone, utc]);
}
