import { startOfWeek } from '#client/families/rates.ts';
import { weekSeconds, type RateFamily } from '#contract/resources/rate-names.ts';

const daySeconds = 86_400;
/** Where a service's months are not those of the calendar, they are thirty days, counted from the epoch. */
const thirtyDays = 30 * daySeconds;

const isMonthStart = (id: number): boolean => {
  const date = new Date(id * 1000);
  return id % daySeconds === 0 && date.getUTCDate() === 1;
};

/** The epoch second at which a period ends and the next begins; undefined where the series does not tell. */
export function endOf(family: RateFamily, id: number): number | undefined {
  switch (family) {
    case 'weekly-bucket':
      return id + weekSeconds;
    case 'daily-bucket':
      return id + daySeconds;
    case 'monthly-bucket': {
      if (isMonthStart(id)) {
        const date = new Date(id * 1000);
        return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
      }
      return id % thirtyDays === 0 ? id + thirtyDays : undefined;
    }
    case 'median':
      return undefined;
  }
}

/** A place in a series: what is there, or nothing where the service has nothing. */
export interface Slot<Item> {
  readonly id: number;
  readonly bucket: Item | undefined;
}

/** Most places that are missing in a row and still shown one by one. */
const mostGap = 400;

/**
 * The periods from the oldest item to the newest, oldest first, with an empty place for each that is missing; up to
 * the present one where `now` is given. What does not stand on the series' steps stays where it stands.
 */
export function slotsOf<Item extends { readonly id: number }>(
  family: RateFamily,
  items: readonly Item[],
  now?: Date,
): Slot<Item>[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const sorted = [...byId.values()].sort((a, b) => a.id - b.id);
  const slots: Slot<Item>[] = [];
  const fill = (from: number, upTo: number): void => {
    let at = endOf(family, from);
    for (let count = 0; at !== undefined && at < upTo && count < mostGap; count += 1) {
      slots.push({ id: at, bucket: undefined });
      at = endOf(family, at);
    }
  };
  sorted.forEach((item, index) => {
    const before = sorted[index - 1];
    if (before) fill(before.id, item.id);
    slots.push({ id: item.id, bucket: item });
  });
  const last = sorted.at(-1);
  if (last && now) {
    // Those that are over without a bucket; the present one may still be coming.
    const present =
      family === 'weekly-bucket' ? startOfWeek(now) : Math.floor(now.getTime() / 1000) - daySeconds;
    fill(last.id, family === 'weekly-bucket' ? present : Math.max(present, last.id));
  }
  return slots;
}
