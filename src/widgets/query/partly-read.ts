import { m } from '#i18n/messages.ts';

/** How a list was read, page by page. */
export interface ReadingOfList {
  /** Items that were read. */
  readonly have: number;
  /** How many the service counts; undefined where it counts none. */
  readonly of: number | undefined;
  readonly complete: boolean;
  readonly changedWhileReading: boolean;
}

/**
 * What must be said of a list that is not whole: that it changed, and how much of it was read.
 *
 * @returns undefined where it is whole
 */
export function partlyRead(
  { have, of, complete, changedWhileReading }: ReadingOfList,
  format: (value: number) => string,
): string | undefined {
  if (complete) return undefined;
  const searched =
    of === undefined
      ? m.common_searched_part({ have: format(have) })
      : m.common_searched_of({ have: format(have), total: format(of) });
  return changedWhileReading ? `${m.common_changed_reading()}. ${searched}.` : `${searched}.`;
}
