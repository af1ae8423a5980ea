import { identifier, join, raw, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { defaultListLimit, maxListLimit } from '#contract/filters/arguments.ts';
import { filterDepth, maxFilterDepth, orderedOperators, textOperators } from '#contract/filters/filters.ts';
import type { ColumnType, FilterOperator, Where } from '#contract/filters/filters.ts';
import { readBigInt } from '#contract/schema/scalars.ts';
import { ServiceError } from '../../service-error.ts';
import { and, or } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { isInt32, readCursor, writeCursor } from './cursor.ts';
import type { CursorType, CursorValue } from './cursor.ts';
import type { Queries } from '../database/queries.ts';
import { RowSets } from './row-sets.ts';
import type { FoundRows, RowSet } from './row-sets.ts';
import { addWithheldLists } from './withheld-pages.ts';
import { containsPattern, endsPattern, startsPattern } from './normalise.ts';

/** The arguments of a cursor list, top-level or nested (Rule WI-8). */
export interface CursorArguments {
  readonly where?: Where | undefined;
  readonly orderBy?: string | undefined;
  readonly orderDirection?: 'asc' | 'desc' | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

export interface CursorColumn {
  readonly type: CursorType;
  /** Column of the table, without alias. */
  readonly column: string;
  /** Brings a value into the form in which the column is stored, such as lower case for hexadecimal text. */
  readonly as?: (value: string) => string;
}

/** A collection that is read page by page. Its column `id` tells its rows apart. */
export interface Collection {
  readonly table: string;
  readonly columns: Readonly<Record<string, CursorColumn>>;
  /** Columns of its rows that nobody filters or orders by. */
  readonly further?: readonly string[];
  /** Holds for every row of the collection, whatever the filter; columns have the alias `t`. */
  readonly condition?: Condition;
  /** Lists of events: of one token's a page may be withheld. */
  readonly withheld?: true;
}

export interface CursorPage<Row> {
  readonly items: Row[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** One page of the whole collection, in one statement. */
export async function cursorPage<Row extends object>(
  queries: Queries,
  collection: Collection,
  requested: CursorArguments,
): Promise<CursorPage<Row>> {
  const sets = new RowSets();
  const pages = addCursorPages<Row>(sets, collection, requested, undefined);
  return pages.read(await sets.read(queries)).get('') ?? emptyPage();
}

/** The rows of whose collections pages are read. */
export interface Parents {
  /** The column of the collection that names the parent. */
  readonly column: string;
  readonly type: ColumnType;
  /** What has the parents in its column `id`. */
  readonly set: Sql;
}

/** Pages that a statement will find. */
export interface CursorPages<Row extends object> {
  /** The rows of all pages, with one more of a page after which there are more. */
  readonly rows: RowSet<Row>;
  /** The pages that have rows or stand after some, by parent; of the whole collection under the name ''. */
  read(found: FoundRows): Map<string, CursorPage<Row>>;
}

/**
 * Adds one page for each parent, or of the whole collection, to a statement.
 *
 * @param path where the arguments stand, for messages
 * @throws ServiceError malformed-argument
 */
export function addCursorPages<Row extends object>(
  sets: RowSets,
  collection: Collection,
  requested: CursorArguments,
  parents: Parents | undefined,
  path: readonly string[] = [],
): CursorPages<Row> {
  const { order, limit, filter, cursor, backwards } = readSelection(collection, requested, path);
  // Walking backwards is walking forwards in the opposite order.
  const ascending = (order.direction === 'asc') !== backwards;
  const columns = order.columns.map(({ column }) => sql`t.${identifier(column)}`);
  const beyond = cursor && compare(columns, cursor, order.columns, ascending ? '>' : '<');
  const upTo = cursor && compare(columns, cursor, order.columns, ascending ? '<=' : '>=');
  const sorted = (values: readonly Sql[]): Sql =>
    join(
      values.map((value) => (ascending ? sql`${value} asc` : sql`${value} desc`)),
      ', ',
    );

  const table = sql`${identifier(collection.table)} t`;
  const belongs = parents && sql`t.${identifier(parents.column)} = p.id`;
  const from = parents
    ? sql`(select distinct id::${raw(parents.type === 'bigint' ? 'numeric' : 'text')} as id from ${parents.set}) p`
    : sql`(select ''::text as id) p`;
  const rows = sets.add<Row & { parent_name: string }>(
    sql`select p.id::text as parent_name, found.* from ${from} cross join lateral (
      select ${columnsOf(collection)} from ${table} where ${and(belongs, filter, beyond) ?? sql`true`}
      order by ${sorted(columns)} limit ${limit + 1}::bigint) found`,
    sorted(
      order.columns.map(({ column, type }) => {
        const value = sql`x.${identifier(column)}`;
        return type === 'bigint' ? sql`${value}::numeric` : value;
      }),
    ),
  );
  const behind =
    upTo &&
    sets.add<{ name: string }>(sql`select p.id::text as name from ${from}
      where exists (select 1 from ${table} where ${and(belongs, filter, upTo) ?? sql`true`})`);
  const withheld = collection.withheld && addWithheldLists(sets, requested.where, parents);

  const cursorOf = (row: Row): string =>
    writeCursor(order.columns.map((column) => [column.name, cursorValue(row, column)]));
  const pageOf = (rows: readonly Row[], isBehind: boolean, isWithheld: boolean): CursorPage<Row> => {
    const more = rows.length > limit;
    const items = rows.slice(0, limit);
    // The rows were fetched in the order of the walk; the page is in the order that was requested.
    const page = backwards ? items.reverse() : items;
    const first = page[0];
    const last = page[page.length - 1];
    return {
      items: page,
      pageInfo: {
        hasNextPage: (backwards ? isBehind : more) || isWithheld,
        hasPreviousPage: backwards ? more : isBehind,
        startCursor: first ? cursorOf(first) : null,
        endCursor: last ? cursorOf(last) : null,
      },
    };
  };
  return {
    rows,
    read(found) {
      const namesOf = (set: RowSet<{ name: string }> | undefined): Set<string> =>
        new Set(set && found.of(set).map(({ name }) => name));
      const [behindNames, withheldNames] = [namesOf(behind), namesOf(withheld)];
      const byParent = new Map<string, Row[]>();
      for (const name of [...behindNames, ...withheldNames]) byParent.set(name, []);
      for (const row of found.of(rows)) {
        const group = byParent.get(row.parent_name);
        if (group) group.push(row);
        else byParent.set(row.parent_name, [row]);
      }
      return new Map(
        [...byParent].map(([name, group]) => [
          name,
          pageOf(group, behindNames.has(name), withheldNames.has(name)),
        ]),
      );
    },
  };
}

/** @throws ServiceError malformed-argument */
function readSelection(collection: Collection, requested: CursorArguments, path: readonly string[]) {
  const order = readOrder(collection, requested, path);
  const filter = and(
    collection.condition,
    requested.where && whereCondition(collection, requested.where, [...path, 'where']),
  );
  const limit = requested.limit ?? defaultListLimit;
  if (!Number.isInteger(limit) || limit < 0 || limit > maxListLimit)
    throw refusal([...path, 'limit'], `is ${limit}; expected a whole number from 0 to ${maxListLimit}.`);
  if (requested.before !== undefined && requested.after !== undefined)
    throw refusal([...path, 'before'], 'stands beside `after`; only one of them can be given.');
  const backwards = requested.before !== undefined;
  const cursorText = requested.after ?? requested.before;
  const cursor =
    cursorText === undefined
      ? undefined
      : readCursor(cursorText, order.columns, [...path, backwards ? 'before' : 'after']);
  return { order, filter, limit, cursor, backwards };
}

/** Whole numbers without a bound as text: JSON would round them. */
function columnsOf({ columns, further = [] }: Collection): Sql {
  const ownColumns = Object.values(columns).map(({ column, type }) =>
    type === 'bigint'
      ? sql`t.${identifier(column)}::text as ${identifier(column)}`
      : sql`t.${identifier(column)}`,
  );
  return join([...ownColumns, ...further.map((column) => sql`t.${identifier(column)}`)], ', ');
}

export const emptyPage = <Row>(): CursorPage<Row> => ({
  items: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
});

interface OrderColumn extends CursorColumn {
  readonly name: string;
}

function readOrder(
  collection: Collection,
  query: CursorArguments,
  path: readonly string[],
): { columns: readonly OrderColumn[]; direction: 'asc' | 'desc' } {
  const name = query.orderBy ?? 'id';
  const direction = query.orderDirection ?? 'asc';
  if (!['asc', 'desc'].includes(direction))
    throw refusal([...path, 'orderDirection'], `is "${direction}"; expected asc or desc.`);
  const known = Object.keys(collection.columns);
  const column = Object.hasOwn(collection.columns, name) ? collection.columns[name] : undefined;
  const id = collection.columns.id;
  if (!column || !id)
    throw refusal([...path, 'orderBy'], `is "${name}"; expected one of ${known.join(', ')}.`);
  const columns =
    name === 'id'
      ? [{ ...id, name }]
      : [
          { ...column, name },
          { ...id, name: 'id' },
        ];
  return { columns, direction };
}

/** Row comparison, bytewise for text: `(a, b) > (x, y)`. */
function compare(
  columns: readonly Sql[],
  values: readonly CursorValue[],
  types: readonly CursorColumn[],
  operator: '>' | '<' | '>=' | '<=',
): Sql {
  const bound = values.map((value, index) => bind(value, types[index]?.type ?? 'text'));
  return sql`(${join([...columns], ', ')}) ${raw(operator)} (${join(bound, ', ')})`;
}

function cursorValue(row: object, column: OrderColumn): CursorValue {
  // Rows are what the table's own columns say; the type of each is in the column's description.
  const value = (row as Record<string, unknown>)[column.column];
  if (column.type === 'bigint') return BigInt(String(value));
  return column.type === 'text' ? String(value) : Number(value);
}

/** A `where` as SQL: all keys ANDed, `AND` and `OR` nested, null meaning IS (NOT) NULL (Rule WI-10). */
function whereCondition(
  collection: Pick<Collection, 'columns'>,
  filter: Where,
  path: readonly string[],
): Condition {
  if (filterDepth(filter) > maxFilterDepth)
    throw refusal(path, `nests more than ${maxFilterDepth} filters.`, 'WI-3');
  const nested = (inner: Where): Sql => whereCondition(collection, inner, path) ?? sql`true`;
  const conditions = Object.entries(filter).map(([key, value]): Condition => {
    if (value === undefined) return undefined;
    if (key === 'AND') return filter.AND?.length ? and(...filter.AND.map(nested)) : undefined;
    if (key === 'OR') return filter.OR?.length ? or(...filter.OR.map(nested)) : undefined;
    const found = readKey(collection, key);
    if (!found) throw refusal([...path, key], 'is not a column and operator of this filter.', 'WI-10');
    return operatorCondition(found.column, found.operator, value, [...path, key]);
  });
  return and(...conditions);
}

const operators: readonly FilterOperator[] = [...new Set([...orderedOperators, ...textOperators])];

function readKey(
  collection: Pick<Collection, 'columns'>,
  key: string,
): { column: CursorColumn; operator: FilterOperator } | undefined {
  for (const [name, column] of Object.entries(collection.columns)) {
    const operator = operators.find((known) => key === name + known);
    if (operator !== undefined) return { column, operator };
  }
  return undefined;
}

function operatorCondition(
  column: CursorColumn,
  operator: FilterOperator,
  value: unknown,
  path: readonly string[],
): Sql {
  const of = sql`t.${identifier(column.column)}`;
  const bound = (operand: unknown): Sql => bind(readValue(column, operand, path), column.type);
  const list = (): Sql[] => {
    if (!Array.isArray(value)) throw refusal(path, 'is not a list.', 'WI-10');
    return value.map((item: unknown) => bound(item));
  };
  const like = (pattern: (needle: string) => string): Sql => {
    if (column.type !== 'text' || typeof value !== 'string')
      throw refusal(path, 'is not text, or not a column of text.', 'WI-10');
    return sql`${of} like ${pattern(value)}`;
  };
  switch (operator) {
    case '':
      return value === null ? sql`${of} is null` : sql`${of} = ${bound(value)}`;
    case '_not':
      return value === null ? sql`${of} is not null` : sql`${of} is distinct from ${bound(value)}`;
    case '_in': {
      const items = list();
      return items.length === 0 ? sql`false` : sql`${of} in (${join(items, ', ')})`;
    }
    case '_not_in': {
      const items = list();
      return items.length === 0 ? sql`true` : sql`(${of} is null or ${of} not in (${join(items, ', ')}))`;
    }
    case '_gt':
      return sql`${of} > ${bound(value)}`;
    case '_lt':
      return sql`${of} < ${bound(value)}`;
    case '_gte':
      return sql`${of} >= ${bound(value)}`;
    case '_lte':
      return sql`${of} <= ${bound(value)}`;
    case '_contains':
      return like(containsPattern);
    case '_not_contains':
      return sql`not (${like(containsPattern)})`;
    case '_starts_with':
      return like(startsPattern);
    case '_not_starts_with':
      return sql`not (${like(startsPattern)})`;
    case '_ends_with':
      return like(endsPattern);
    case '_not_ends_with':
      return sql`not (${like(endsPattern)})`;
  }
}

const wholeNumberExpected = 'a whole number that was stored exactly';

function readValue(column: CursorColumn, value: unknown, path: readonly string[]): CursorValue {
  if (column.type === 'int32') {
    if (isInt32(value)) return value;
  } else if (column.type === 'bigint') {
    const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    const number = scalar ? readBigInt(value) : undefined;
    if (number !== undefined) return number;
  } else if (column.type === 'float') {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  } else if (typeof value === 'string') return column.as ? column.as(value) : value;
  throw refusal(
    path,
    `is not ${{ text: 'text', float: 'a number', int32: wholeNumberExpected, bigint: wholeNumberExpected }[column.type]}.`,
    'WI-10',
  );
}

function bind(value: CursorValue, type: CursorType): Sql {
  if (type === 'text') return sql`${String(value)}::text collate "C"`;
  const as = { bigint: 'numeric', int32: 'integer', float: 'double precision' }[type];
  return sql`${value.toString()}::${raw(as)}`;
}

function refusal(path: readonly string[], why: string, rule = 'WI-8'): ServiceError {
  return new ServiceError('malformed-argument', `${path.join('.')} ${why}`, { path, rule });
}
