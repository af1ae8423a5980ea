import fc from 'fast-check';
import type { ColumnType, FilterOperator, Where } from '#contract/filters/filters.ts';
import { textOperators } from '#contract/filters/filters.ts';

// What a `where` means, said a second time in the plainest way: over rows in memory, by the language itself. Nothing
// here knows of SQL (Rule WI-10).

export type ModelValue = string | number | bigint | null;

export interface ModelColumn {
  readonly type: ColumnType;
  readonly operators: readonly FilterOperator[];
  /** Values to ask with, as they go over the wire. */
  readonly values: fc.Arbitrary<string | number>;
  /** Brings a value into its stored form; absent: it is stored unchanged. */
  readonly normalize?: (value: string) => string;
}

export type ModelColumns = Readonly<Record<string, ModelColumn>>;
export type ModelRow = Readonly<Record<string, ModelValue>>;

/** Bytewise for text, by size for numbers. */
export function compareValues(a: ModelValue, b: ModelValue): number {
  if (typeof a === 'string' || typeof b === 'string')
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  const [left, right] = [BigInt(a ?? 0), BigInt(b ?? 0)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether a row is among what a filter asks for. */
export function modelWhere(columns: ModelColumns, row: ModelRow, where: Where): boolean {
  return Object.entries(where).every(([key, value]) => {
    const nested = value as readonly Where[]; // for the two keys that take filters
    if (key === 'AND') return nested.every((inner) => modelWhere(columns, row, inner));
    if (key === 'OR') return nested.length === 0 || nested.some((inner) => modelWhere(columns, row, inner));
    const [name = '', ...rest] = key.split('_');
    const column = columns[name];
    if (!column) throw new Error(`${key} is of no column`);
    return holds(column, row[name] ?? null, rest.join('_'), value);
  });
}

function holds(column: ModelColumn, cell: ModelValue, operator: string, value: unknown): boolean {
  const read = (raw: unknown): ModelValue => {
    if (column.type === 'bigint') return BigInt(raw as string | number);
    return column.type === 'int32' ? Number(raw) : (column.normalize?.(String(raw)) ?? String(raw));
  };
  const isAmong = (): boolean =>
    cell !== null && (value as readonly unknown[]).some((one) => compareValues(cell, read(one)) === 0);
  const equals = (): boolean => cell !== null && compareValues(cell, read(value)) === 0;
  switch (operator) {
    case '':
      return value === null ? cell === null : equals();
    case 'not':
      return value === null ? cell !== null : !equals();
    case 'in':
      return isAmong();
    case 'not_in':
      return !isAmong();
  }
  // What is not there is neither before nor after anything, and contains nothing.
  if (cell === null) return false;
  const text = String(value);
  switch (operator) {
    case 'gt':
      return compareValues(cell, read(value)) > 0;
    case 'lt':
      return compareValues(cell, read(value)) < 0;
    case 'gte':
      return compareValues(cell, read(value)) >= 0;
    case 'lte':
      return compareValues(cell, read(value)) <= 0;
    case 'contains':
      return String(cell).includes(text);
    case 'not_contains':
      return !String(cell).includes(text);
    case 'starts_with':
      return String(cell).startsWith(text);
    case 'not_starts_with':
      return !String(cell).startsWith(text);
    case 'ends_with':
      return String(cell).endsWith(text);
    case 'not_ends_with':
      return !String(cell).endsWith(text);
  }
  throw new Error(`${operator} is no operator`);
}

/** Filters of every operator of these columns, nested. */
export function wheresOf(columns: ModelColumns, needles: readonly string[]): fc.Arbitrary<Where> {
  const condition = fc.oneof(
    ...Object.entries(columns).flatMap(([name, { operators, values }]) =>
      operators.map((operator): fc.Arbitrary<Where> => {
        const keyed = (value: unknown): Where => ({ [name + operator]: value });
        if (operator === '_in' || operator === '_not_in')
          return fc.array(values, { maxLength: 4 }).map(keyed);
        if (operator === '' || operator === '_not')
          return fc.oneof({ weight: 4, arbitrary: values }, fc.constant(null)).map(keyed);
        if (isInsideText(operator)) return fc.constantFrom(...needles).map(keyed);
        return values.map(keyed);
      }),
    ),
  );
  const nested = (filter: fc.Arbitrary<Where>, most: number): fc.Arbitrary<Where[] | undefined> =>
    fc.option(fc.array(filter, { maxLength: most }), { depthSize: 'small', maxDepth: 3, nil: undefined });
  return fc.letrec<{ where: Where }>((tie) => ({
    where: fc
      .tuple(fc.array(condition, { maxLength: 2 }), nested(tie('where'), 2), nested(tie('where'), 3))
      .map(([parts, and, or]) => ({
        ...Object.assign({}, ...parts),
        ...(and && { AND: and }),
        ...(or && { OR: or }),
      })),
  })).where;
}

const isInsideText = (operator: FilterOperator): boolean =>
  textOperators.slice(4).some((known) => known === operator);

/** The rows that a filter asks for, in an order; ties by id in the same direction. */
export function modelOrdered<Row extends ModelRow>(
  columns: ModelColumns,
  rows: readonly Row[],
  { where, orderBy, orderDirection }: ModelQuery,
): Row[] {
  const sign = orderDirection === 'asc' ? 1 : -1;
  return rows
    .filter((row) => !where || modelWhere(columns, row, where))
    .toSorted(
      (a, b) =>
        sign *
        (compareValues(a[orderBy] ?? null, b[orderBy] ?? null) || compareValues(a.id ?? null, b.id ?? null)),
    );
}

export interface ModelQuery {
  readonly where?: Where | undefined;
  readonly orderBy: string;
  readonly orderDirection: 'asc' | 'desc';
}
