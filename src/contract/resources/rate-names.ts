/** The rate series of the interface. They stand apart from the shapes, so that a browser need not carry a schema. */
export const rateFamilies = ['median', 'daily-bucket', 'weekly-bucket', 'monthly-bucket'] as const;
export const ratePairs = ['mxnusd', 'usdcusd', 'usdcmxn'] as const;
export type RateFamily = (typeof rateFamilies)[number];
export type RatePair = (typeof ratePairs)[number];

/** Where a series is listed, and where one of it is read. Only the weekly one of `usdcmxn` is documented, by id. */
export type RatePath = `/${RateFamily}-${RatePair}-rates` | `/${RateFamily}-${RatePair}-rate/{id}`;

/** Its name in the table of operations. */
export type RateName = `${'list' | 'read'}:${RateFamily}-${RatePair}`;

export function rateNameOf(path: RatePath): RateName {
  const [, series = '', one] = /^\/(.*)-rate(?:s|(\/\{id\}))$/.exec(path) ?? [];
  // The type of the path leaves no other.
  return `${one ? 'read' : 'list'}:${series}` as RateName;
}

/** Seconds in a week; week buckets start on Thursdays at 00:00 UTC, as the epoch did. */
export const weekSeconds = 604_800;
