import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { defaultListLimit, maxListLimit } from '#contract/filters/arguments.ts';
import { filterDepth, maxFilterDepth, orderedOperators, textOperators } from '#contract/filters/filters.ts';
import type { ColumnType, FilterOperator, Where } from '#contract/filters/filters.ts';
import { readBigInt } from '#contract/schema/scalars.ts';
import { ServiceError } from '../service-error.ts';
import { and, or } from './conditions.ts';
import type { Condition } from './conditions.ts';
import { isInt32, readCursor, writeCursor } from './cursor.ts';
import type { CursorType, CursorValue } from './cursor.ts';
import type { Queries } from './queries.ts';
import { withheldLists } from './withheld-pages.ts';
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
  /** Brings a value into the form in which the column is kept, as lower case for hexadecimal text. */
  readonly as?: (value: string) => string;
}

/** A collection that is read page by page. Its column `id` tells its rows apart. */
export interface Collection {
  readonly table: string;
  readonly columns: Readonly<Record<string, CursorColumn>>;
  /** Holds for every row of the collection, whatever is asked; columns have the alias `t`. */
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

/** One page of the whole collection. */
export async function cursorPage<Row extends object>(
  queries: Queries,
  collection: Collection,
  given: CursorArguments,
  path: readonly string[] = [],
): Promise<CursorPage<Row>> {
  const pages = await cursorPages<Row>(queries, collection, given, undefined, path);
  return pages.get('') ?? emptyPage();
}

/**
 * One page for each parent, in two statements however many parents there are.
 *
 * @param parents the column of the table that names the parent, and the parents; undefined: the whole collection
 *   under the name ''
 * @param path where the arguments stand, for messages
 * @throws ServiceError malformed-argument
 */
export async function cursorPages<Row extends object>(
  queries: Queries,
  collection: Collection,
  given: CursorArguments,
  parents:
    { readonly column: string; readonly type: ColumnType; readonly ids: readonly string[] } | undefined,
  path: readonly string[] = [],
): Promise<Map<string, CursorPage<Row>>> {
  const order = readOrder(collection, given, path);
  const filter = and(
    collection.condition,
    given.where && whereCondition(collection, given.where, [...path, 'where']),
  );
  const limit = given.limit ?? defaultListLimit;
  if (!Number.isInteger(limit) || limit < 0 || limit > maxListLimit)
    throw refusal([...path, 'limit'], `is ${limit}; expected a whole number from 0 to ${maxListLimit}.`);
  if (given.before !== undefined && given.after !== undefined)
    throw refusal([...path, 'before'], 'stands beside `after`; only one of them can be given.');

  const backwards = given.before !== undefined;
  const cursorText = given.after ?? given.before;
  const cursor =
    cursorText === undefined
      ? undefined
      : readCursor(cursorText, order.columns, [...path, backwards ? 'before' : 'after']);
  // Walking backwards is walking forwards in the opposite order.
  const ascending = (order.direction === 'asc') !== backwards;
  const columns = order.columns.map(({ column }) => sql`t.${sql.identifier(column)}`);
  const beyond = cursor && compare(columns, cursor, order.columns, ascending ? '>' : '<');
  const upTo = cursor && compare(columns, cursor, order.columns, ascending ? '<=' : '>=');
  const sorted = sql.join(
    columns.map((column) => (ascending ? sql`${column} asc` : sql`${column} desc`)),
    sql`, `,
  );

  const table = sql`${sql.identifier(collection.table)} t`;
  const parentIds = parents ? [...new Set(parents.ids)] : [''];
  const belongs = parents && sql`t.${sql.identifier(parents.column)} = p.id`;
  const parentType = sql.raw(parents?.type === 'bigint' ? 'numeric' : 'text');
  const from = sql`from unnest(${sql.param(parentIds)}::text[]) as given(name)
    cross join lateral (select given.name::${parents ? parentType : sql.raw('text')} as id) p`;
  const rows = await queries.rows<Row & { parent_name: string }>(sql`
    select given.name as parent_name, found.* ${from}
    cross join lateral (
      select t.* from ${table} where ${and(belongs, filter, beyond) ?? sql`true`}
      order by ${sorted} limit ${limit + 1}::bigint
    ) found`);
  const behind = upTo
    ? await queries.rows<{ parent_name: string }>(sql`
        select given.name as parent_name ${from}
        where exists (select 1 from ${table} where ${and(belongs, filter, upTo) ?? sql`true`})`)
    : [];
  const hasBehind = new Set(behind.map(({ parent_name: name }) => name));
  const ofTokens = parents?.column === 'digest' ? parentIds : undefined;
  const withheld = collection.withheld && (await withheldLists(queries, given.where, ofTokens));

  const byParent = new Map<string, Row[]>(parentIds.map((id) => [id, []]));
  for (const { parent_name: name, ...row } of rows) byParent.get(name)?.push(row as unknown as Row); // without what was added above
  const cursorOf = (row: Row): string =>
    writeCursor(order.columns.map((column) => [column.name, cursorValue(row, column)]));
  return new Map(
    [...byParent].map(([id, found]) => {
      const more = found.length > limit;
      const items = found.slice(0, limit);
      // The rows were fetched in the order of the walk; the page is in the order that was asked for.
      const page = backwards ? items.reverse() : items;
      const first = page[0];
      const last = page[page.length - 1];
      return [
        id,
        {
          items: page,
          pageInfo: {
            hasNextPage: (backwards ? hasBehind.has(id) : more) || withheld?.has(id) === true,
            hasPreviousPage: backwards ? more : hasBehind.has(id),
            startCursor: first ? cursorOf(first) : null,
            endCursor: last ? cursorOf(last) : null,
          },
        },
      ];
    }),
  );
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
  given: CursorArguments,
  path: readonly string[],
): { columns: readonly OrderColumn[]; direction: 'asc' | 'desc' } {
  const name = given.orderBy ?? 'id';
  const direction = given.orderDirection ?? 'asc';
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
  columns: readonly SQL[],
  values: readonly CursorValue[],
  types: readonly CursorColumn[],
  operator: '>' | '<' | '>=' | '<=',
): SQL {
  const bound = values.map((value, index) => bind(value, types[index]?.type ?? 'text'));
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(operator)} (${sql.join(bound, sql`, `)})`;
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
  given: Where,
  path: readonly string[],
): Condition {
  if (filterDepth(given) > maxFilterDepth)
    throw refusal(path, `nests more than ${maxFilterDepth} filters.`, 'WI-3');
  const nested = (inner: Where): SQL => whereCondition(collection, inner, path) ?? sql`true`;
  const conditions = Object.entries(given).map(([key, value]): Condition => {
    if (value === undefined) return undefined;
    if (key === 'AND') return given.AND?.length ? and(...given.AND.map(nested)) : undefined;
    if (key === 'OR') return given.OR?.length ? or(...given.OR.map(nested)) : undefined;
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
): SQL {
  const of = sql`t.${sql.identifier(column.column)}`;
  const bound = (given: unknown): SQL => bind(readValue(column, given, path), column.type);
  const list = (): SQL[] => {
    if (!Array.isArray(value)) throw refusal(path, 'is not a list.', 'WI-10');
    return value.map((item: unknown) => bound(item));
  };
  const like = (pattern: (needle: string) => string): SQL => {
    if (column.type !== 'text' || typeof value !== 'string' || value.includes('\0'))
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
      return items.length === 0 ? sql`false` : sql`${of} in (${sql.join(items, sql`, `)})`;
    }
    case '_not_in': {
      const items = list();
      return items.length === 0
        ? sql`true`
        : sql`(${of} is null or ${of} not in (${sql.join(items, sql`, `)}))`;
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

const whole = 'a whole number that was stored exactly';

function readValue(column: CursorColumn, value: unknown, path: readonly string[]): CursorValue {
  if (column.type === 'int32') {
    if (isInt32(value)) return value;
  } else if (column.type === 'bigint') {
    const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    const whole = scalar ? readBigInt(value) : undefined;
    if (whole !== undefined) return whole;
  } else if (column.type === 'float') {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  } else if (typeof value === 'string' && !value.includes('\0')) return column.as ? column.as(value) : value;
  throw refusal(
    path,
    `is not ${{ text: 'text', float: 'a number', int32: whole, bigint: whole }[column.type]}.`,
    'WI-10',
  );
}

function bind(value: CursorValue, type: CursorType): SQL {
  if (type === 'text') return sql`${String(value)}::text collate "C"`;
  const as = { bigint: 'numeric', int32: 'integer', float: 'double precision' }[type];
  return sql`${value.toString()}::${sql.raw(as)}`;
}

function refusal(path: readonly string[], why: string, rule = 'WI-8'): ServiceError {
  return new ServiceError('malformed-argument', `${path.join('.')} ${why}`, { path, rule });
}
