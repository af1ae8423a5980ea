import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';

/** A range of days in words. A day of the calendar is no instant: it is written as it stands, whatever the zone. */
export function useDays(): (from: string | undefined, to: string | undefined) => string | undefined {
  const format = useFormat();
  const day = (text: string): string => format.calendarDay(text);
  return (from, to) => {
    if (from && to) return from === to ? day(from) : m.witnesses_range({ from: day(from), to: day(to) });
    if (from) return m.witnesses_range_from({ from: day(from) });
    return to ? m.witnesses_range_to({ to: day(to) }) : undefined;
  };
}
