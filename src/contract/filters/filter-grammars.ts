// The `_where` grammars (Rule WI-10). All keys of one object are ANDed; `AND` and `OR` take arrays of
// nested filters. A bare key or `_not` with null means IS (NOT) NULL.

/** Operators that compare by order. */
export const orderedOperators = ['', '_not', '_in', '_not_in', '_gt', '_lt', '_gte', '_lte'] as const;

/** Operators that look inside text; literal and case-sensitive. */
export const textOperators = [
  '',
  '_not',
  '_in',
  '_not_in',
  '_contains',
  '_not_contains',
  '_starts_with',
  '_ends_with',
  '_not_starts_with',
  '_not_ends_with',
] as const;

export type OrderedOperator = (typeof orderedOperators)[number];
export type TextOperator = (typeof textOperators)[number];
export type FilterOperator = OrderedOperator | TextOperator;

/** How a column's values are written and compared. */
export type ColumnType = 'text' | 'bigint' | 'int32' | 'float';

export interface FilterColumn {
  readonly type: ColumnType;
  readonly operators: readonly FilterOperator[];
}

export interface FilterGrammar {
  readonly name:
    'EndorsableFilter' | 'EndorseEventFilter' | 'WalletFilter' | 'RateBucketFilter' | 'MedianRateFilter';
  readonly columns: Readonly<Record<string, FilterColumn>>;
}

const ordered = (type: ColumnType): FilterColumn => ({ type, operators: orderedOperators });

export const endorsableGrammar = {
  name: 'EndorsableFilter',
  columns: {
    id: ordered('bigint'),
    ownerId: ordered('text'),
    timestamp: ordered('int32'),
    network: ordered('int32'),
  },
} as const satisfies FilterGrammar;

export const endorseEventGrammar = {
  name: 'EndorseEventFilter',
  columns: {
    id: { type: 'text', operators: textOperators },
    timestamp: ordered('int32'),
    fromId: ordered('text'),
    toId: ordered('text'),
    digest: ordered('bigint'),
    network: ordered('int32'),
  },
} as const satisfies FilterGrammar;

export const walletGrammar = {
  name: 'WalletFilter',
  columns: { id: ordered('text') },
} as const satisfies FilterGrammar;

export const rateBucketGrammar = {
  name: 'RateBucketFilter',
  columns: {
    id: ordered('int32'),
    open: ordered('float'),
    close: ordered('float'),
    low: ordered('float'),
    high: ordered('float'),
    average: ordered('float'),
    inverseOpen: ordered('float'),
    inverseClose: ordered('float'),
    inverseLow: ordered('float'),
    inverseHigh: ordered('float'),
    inverseAverage: ordered('float'),
    count: ordered('int32'),
  },
} as const satisfies FilterGrammar;

export const medianRateGrammar = {
  name: 'MedianRateFilter',
  columns: { id: ordered('int32'), median: ordered('float'), inverse: ordered('float') },
} as const satisfies FilterGrammar;

/** Deepest nesting of `AND` and `OR` that a service takes (Rule WI-3). */
export const maxFilterDepth = 8;

/** Most items an `_in` list may have (Rule WI-3). */
export const maxListItems = 1000;

/** Most filters, lists and values that all filters of a call may have together (Rule WI-3). */
export const maxFilterParts = 2000;

export interface Where {
  AND?: Where[] | undefined;
  OR?: Where[] | undefined;
  [condition: string]: unknown;
}

/** How deep `AND`/`OR` nest: a flat filter has depth 1. */
export function filterDepth(where: Where): number {
  const below = [...(where.AND ?? []), ...(where.OR ?? [])];
  return 1 + below.reduce((deepest, inner) => Math.max(deepest, filterDepth(inner)), 0);
}

/** How many filters, lists and values there are in a filter, or in any JSON that is given as one. */
export function filterParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((parts: number, inner: unknown) => parts + filterParts(inner), 1);
}
