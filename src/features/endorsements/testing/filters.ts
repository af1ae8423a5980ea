import fc from 'fast-check';
import { fieldOf, fields, valueCount, type FilterField, type ListName } from '../filter/fields.ts';
import type { Condition, FilterNode, Group, Scalar } from '../filter/tree.ts';

/** Values of a column: few, so that conditions on random rows hold and fail; some that an address must quote. */
const valuesOf = (field: FilterField): fc.Arbitrary<Scalar> => {
  if (field.type === 'int32')
    return field.kind === 'time'
      ? fc.constantFrom(-(2 ** 31), -1, 0, 59, 60, 1_785_000_000, 2 ** 31 - 1)
      : fc.constantFrom(-(2 ** 31), 0, 1, 42161, 421614, 2 ** 31 - 1);
  if (field.type === 'bigint')
    return fc.constantFrom('0', '7', '9007199254740993', (2n ** 256n - 1n).toString());
  return fc.oneof(
    fc.constantFrom(`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, '', 'b'),
    fc.constantFrom('a,b', '(', ');("', '\\"', 'a b', '=in=', 'ñ “x” &+%3B#', '..', '-', '\n'),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
};

export const conditions = (list: ListName): fc.Arbitrary<Condition> =>
  fc.constantFrom(...fields[list]).chain((field) =>
    fc.constantFrom(...field.comparisons).chain((comparison) => {
      const count = valueCount(comparison);
      const [minLength, maxLength] = count === 'list' ? [0, 4] : [count, count];
      return fc
        .array(valuesOf(field), { minLength, maxLength })
        .map((values): Condition => ({ kind: 'condition', column: field.column, comparison, values }));
    }),
  );

/** Groups in groups, each of at least one. */
export const trees = (list: ListName, depth = 3): fc.Arbitrary<Group> => {
  const item: fc.Arbitrary<FilterNode> =
    depth === 0
      ? conditions(list)
      : fc.oneof(
          { weight: 3, arbitrary: conditions(list) },
          { weight: 1, arbitrary: trees(list, depth - 1) },
        );
  return fc
    .record({
      join: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
    })
    .map(({ join, items }): Group => ({ kind: 'group', join, items }));
};

export type Row = Readonly<Record<string, Scalar | null>>;

export const rows = (list: ListName): fc.Arbitrary<Row> =>
  fc.record(
    Object.fromEntries(
      fields[list].map((field) => [field.column, fc.option(valuesOf(field), { freq: 6, nil: null })]),
    ),
  );

type Truth = boolean;

/** What a tree means, said as plainly as can be: null fits nothing but «is empty» and what is denied. */
export function fits(list: ListName, node: FilterNode, row: Row): Truth {
  if (node.kind === 'wrong') throw new TypeError(node.text);
  if (node.kind === 'group')
    return node.join === 'and'
      ? node.items.every((item) => fits(list, item, row))
      : node.items.some((item) => fits(list, item, row));
  const value = row[node.column] ?? null;
  const field = fieldOf(list, node.column);
  const [first, second] = node.values;
  const order = (other: Scalar | undefined): number => compare(field, value, other);
  switch (node.comparison) {
    case 'empty':
      return value === null;
    case 'filled':
      return value !== null;
    case 'is':
      return value === first;
    case 'not':
      return value !== first;
    case 'in':
      return value !== null && node.values.includes(value);
    case 'out':
      return value === null || !node.values.includes(value);
    case 'between':
      return value !== null && order(first) >= 0 && order(second) <= 0;
    case 'ge':
      return value !== null && order(first) >= 0;
    case 'le':
      return value !== null && order(first) <= 0;
    case 'gt':
      return value !== null && order(first) > 0;
    case 'lt':
      return value !== null && order(first) < 0;
    case 'starts':
      return value !== null && String(value).startsWith(String(first));
    case 'notstarts':
      return value === null || !String(value).startsWith(String(first));
    case 'ends':
      return value !== null && String(value).endsWith(String(first));
    case 'notends':
      return value === null || !String(value).endsWith(String(first));
    case 'contains':
      return value !== null && String(value).includes(String(first));
    case 'notcontains':
      return value === null || !String(value).includes(String(first));
  }
}

function compare(field: FilterField | undefined, value: Scalar | null, other: Scalar | undefined): number {
  if (value === null || other === undefined) return NaN;
  if (field?.type === 'bigint')
    return Number(BigInt(value) > BigInt(other)) - Number(BigInt(value) < BigInt(other));
  return Number(value > other) - Number(value < other);
}
