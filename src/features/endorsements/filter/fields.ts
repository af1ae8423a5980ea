import {
  endorsableGrammar,
  endorseEventGrammar,
  type ColumnType,
  type FilterGrammar,
  type FilterOperator,
} from '#contract/filters/filter-grammars.ts';

/** The two lists of the page: transfers and the tokens that they move. */
export const listNames = ['events', 'tokens'] as const;
export type ListName = (typeof listNames)[number];

/** What a column's values are for a reader, whatever the wire calls them. */
export type FieldKind = 'person' | 'time' | 'token' | 'network' | 'event';

/** How a condition compares. `between` is `_gte` with `_lte`; `empty` and `filled` are null on the wire. */
export const comparisons = [
  'is',
  'not',
  'between',
  'ge',
  'le',
  'gt',
  'lt',
  'in',
  'out',
  'starts',
  'notstarts',
  'ends',
  'notends',
  'contains',
  'notcontains',
  'empty',
  'filled',
] as const;
export type Comparison = (typeof comparisons)[number];

/** The operators of the wire behind each comparison. A column offers a comparison when its grammar has them all. */
export const operatorsOf: Readonly<Record<Comparison, readonly FilterOperator[]>> = {
  is: [''],
  not: ['_not'],
  between: ['_gte', '_lte'],
  ge: ['_gte'],
  le: ['_lte'],
  gt: ['_gt'],
  lt: ['_lt'],
  in: ['_in'],
  out: ['_not_in'],
  starts: ['_starts_with'],
  notstarts: ['_not_starts_with'],
  ends: ['_ends_with'],
  notends: ['_not_ends_with'],
  contains: ['_contains'],
  notcontains: ['_not_contains'],
  empty: [''],
  filled: ['_not'],
};

/** How many values a comparison takes. */
export function valueCount(comparison: Comparison): 0 | 1 | 2 | 'list' {
  if (comparison === 'empty' || comparison === 'filled') return 0;
  if (comparison === 'in' || comparison === 'out') return 'list';
  return comparison === 'between' ? 2 : 1;
}

/** One column of a list as it is filtered. */
export interface FilterField {
  /** As the wire calls it. */
  readonly column: string;
  /** As the address calls it. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly type: ColumnType;
  readonly comparisons: readonly Comparison[];
}

type Named<G extends FilterGrammar> = Readonly<Record<keyof G['columns'], readonly [string, FieldKind]>>;

/** The fields of a grammar: a column that the grammar gains must get a name here, or this does not compile. */
function fieldsOf<G extends FilterGrammar>(grammar: G, names: Named<G>): readonly FilterField[] {
  // The keys of `names` are the columns of the grammar.
  const named = Object.entries(names) as [string, readonly [string, FieldKind]][];
  return named.flatMap(([column, [name, kind]]) => {
    const rule = grammar.columns[column];
    if (!rule) return [];
    return {
      column,
      name,
      kind,
      type: rule.type,
      comparisons: comparisons.filter((comparison) =>
        operatorsOf[comparison].every((operator) => rule.operators.includes(operator)),
      ),
    };
  });
}

/** In the order in which they are offered. */
export const fields: Readonly<Record<ListName, readonly FilterField[]>> = {
  events: fieldsOf(endorseEventGrammar, {
    timestamp: ['time', 'time'],
    fromId: ['from', 'person'],
    toId: ['to', 'person'],
    digest: ['token', 'token'],
    network: ['network', 'network'],
    id: ['event', 'event'],
  }),
  tokens: fieldsOf(endorsableGrammar, {
    ownerId: ['holder', 'person'],
    timestamp: ['time', 'time'],
    id: ['token', 'token'],
    network: ['network', 'network'],
  }),
};

export const fieldOf = (list: ListName, column: string): FilterField | undefined =>
  fields[list].find((field) => field.column === column);
