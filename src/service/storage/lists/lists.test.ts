import fc from 'fast-check';
import { sql } from '../database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderedOperators, textOperators } from '#contract/filters/filters.ts';
import type { Where } from '#contract/filters/filters.ts';
import { insertRows } from '../tables/bulk.ts';
import { and, anyMatch, dateRange, flag, intMatch, search, textMatch } from './conditions.ts';
import type { Condition, Match, Range } from './conditions.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { addCursorPages, cursorPage } from './cursor-list.ts';
import type { Collection, CursorArguments } from './cursor-list.ts';
import type { Database } from '../database/database.ts';
import type { CountedRows, PagedArguments } from './list.ts';
import { normalised } from './normalise.ts';
import { newObjectId } from '../tables/object-id.ts';
import { RowSets } from './row-sets.ts';
import { openTestDatabase } from '../testing/database.ts';
import { readPage } from '../testing/read-page.ts';
import { modelOrdered, wheresOf } from '../testing/filter-model.ts';
import type { ModelColumns } from '../testing/filter-model.ts';

// Lists against a plain model in memory: the same rows, filtered, ordered and cut by the language itself.

interface Thing {
  readonly id: string;
  readonly label: string | null;
  readonly number: number | null;
  readonly on: boolean;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const labels = ['Peña', 'pena', 'PEÑA', 'ABC', 'ábc', '100%', '100', 'a_c', 'abc', 'a\\c', 'Canché Poot', ''];
const base = Date.parse('2026-01-01T00:00:00Z');
/** Few instants, so that many rows tie. */
const instantOf = (n: number): Date => new Date(base + (n % 5) * 1500);

const things: readonly Thing[] = Array.from({ length: 60 }, (_, n) => ({
  id: newObjectId(new Date(base + ((n * 7919) % 61) * 1000)),
  label: n % 7 === 0 ? null : labels[n % labels.length]!,
  number: n % 5 === 0 ? null : (n % 9) - 4,
  on: n % 3 === 0,
  tags: ['red', 'green', 'blue'].filter((_tag, bit) => ((n % 8) >> bit) & 1),
  createdAt: instantOf(n * 31),
  updatedAt: instantOf(n * 17),
}));

/** Tokens as the cursor lists have them, their filtered columns nullable to try what null does. */
interface Coin {
  readonly id: string;
  readonly parent: string;
  readonly big: bigint;
  readonly time: number;
  readonly owner: string;
  readonly note: string | null;
}

const owners = ['0xaa', '0xAB', 'Zz', 'á', 'a%', 'a_b', 'a\\b', 'zz'];
const coins: readonly Coin[] = Array.from({ length: 70 }, (_, n) => ({
  id: `${['b', 'B', 'á', 'z', '_', '%'][n % 6]!}${n}`,
  parent: `p${n % 3}`,
  big: 2n ** 255n + BigInt((n * 13) % 11),
  time: ((n * 7) % 6) - 3,
  owner: owners[n % owners.length]!,
  note: n % 4 === 0 ? null : owners[(n * 3) % owners.length]!,
}));

const collection: Collection = {
  table: 'coins',
  columns: {
    id: { type: 'text', column: 'id' },
    big: { type: 'bigint', column: 'big' },
    time: { type: 'int32', column: 'time' },
    owner: { type: 'text', column: 'owner' },
    note: { type: 'text', column: 'note' },
  },
};

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create table things (id text collate "C" primary key, label text collate "C", search_label text collate "C",
      number integer, "on" boolean, created_at timestamptz(3), updated_at timestamptz(3));
    create table thing_counts ("on" boolean, row_count bigint);
    create table tags (thing_id text collate "C", tag text collate "C");
    create table coins (id text collate "C" primary key, parent text collate "C", big numeric(78), time integer,
      owner text collate "C", note text collate "C");`);
  await insertRows(
    database,
    'things',
    things.map(({ id, label, number, on, createdAt, updatedAt }) => ({
      id,
      label,
      search_label: normalised(label),
      number,
      on,
      created_at: createdAt,
      updated_at: updatedAt,
    })),
  );
  await database.rows(sql`insert into thing_counts select "on", count(*) from things group by "on"`);
  await insertRows(
    database,
    'tags',
    things.flatMap(({ id, tags }) => tags.map((tag) => ({ thing_id: id, tag }))),
  );
  await insertRows(
    database,
    'coins',
    coins.map((coin) => ({ ...coin })),
  );
});

afterAll(() => database.close());

interface ThingQuery extends PagedArguments {
  readonly label?: Match<string>;
  readonly number?: Match<number>;
  readonly tag?: Match<string>;
  readonly createdAt?: Range;
  readonly on?: boolean;
  readonly needle?: string;
  /** Words that many things have, for the index. */
  readonly common?: readonly string[];
  /** As what things are seen; absent: all are. */
  readonly roles?: readonly RoleName[];
  /** Things that are found at once for the page and for the count. */
  readonly mostFound?: number;
}

type RoleName = keyof typeof roles;

/** Each with the same in SQL. A number that is absent is neither positive nor not. */
const roles = {
  on: [sql`t."on"`, (thing: Thing) => thing.on],
  positive: [sql`t.number > 0`, (thing: Thing) => (thing.number ?? 0) > 0],
  red: [
    sql`exists (select 1 from tags g where g.thing_id = t.id and g.tag = 'red')`,
    (thing: Thing) => thing.tags.includes('red'),
  ],
} as const;

const listThings = async (query: ThingQuery) =>
  readPage(database, {
    name: 'things',
    from: sql`things t`,
    alias: 't',
    ...(query.roles && { visible: query.roles.map((name) => roles[name][0]) }),
    condition: conditionOf(query),
    counted: countedThings(query),
    mostFound: query.mostFound,
    arguments: query,
  });

/** Things are counted by whether they are on. */
function countedThings(query: ThingQuery): CountedRows | undefined {
  const {
    on,
    createdAt,
    roles: seenAs,
    mostFound: _,
    sort: __,
    pagination: ___,
    common: ____,
    ...others
  } = query;
  if (Object.keys(others).length > 0 || (seenAs && seenAs[0] !== 'on')) return undefined;
  const condition = and(seenAs && roles.on[0], flag(sql`t."on"`, on));
  return { from: sql`thing_counts t`, condition, rows: condition, createdAt };
}

const conditionOf = (query: ThingQuery): Condition =>
  and(
    textMatch(sql`t.label`, query.label),
    intMatch(sql`t.number`, query.number),
    anyMatch(
      (condition) => sql`exists (select 1 from tags g where g.thing_id = t.id and ${condition ?? sql`true`})`,
      sql`g.tag`,
      query.tag,
    ),
    dateRange(sql`t.created_at`, query.createdAt),
    flag(sql`t."on"`, query.on),
    search(
      { label: sql`t.search_label` },
      query.needle === undefined ? undefined : { label: query.needle },
      query.common && ((word) => (query.common?.includes(word) ? 1 : 0)),
    ),
  );

function modelMatches<V>(value: V | null, match: Match<V> | undefined): boolean {
  if (!match) return true;
  return (
    (match.exists === undefined || match.exists === (value !== null)) &&
    (match.eq === undefined || value === match.eq) &&
    (match.ne === undefined || value !== match.ne) &&
    (match.in === undefined || (value !== null && match.in.includes(value))) &&
    (match.nin === undefined || value === null || !match.nin.includes(value))
  );
}

function modelMatchesAny(values: readonly string[], match: Match<string> | undefined): boolean {
  if (!match) return true;
  return (
    (match.exists === undefined || match.exists === values.length > 0) &&
    (match.eq === undefined || values.includes(match.eq)) &&
    (match.ne === undefined || !values.includes(match.ne)) &&
    (match.in === undefined || values.some((value) => match.in?.includes(value))) &&
    (match.nin === undefined || !values.some((value) => match.nin?.includes(value)))
  );
}

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: false });

/** Whether some stretch of the text is the needle, by the runtime's own idea of accents and case. */
function modelContains(text: string | null, needle: string): boolean {
  const haystack = (text ?? '').normalize('NFC');
  const normalizedNeedle = needle.normalize('NFC');
  for (let at = 0; at + normalizedNeedle.length <= haystack.length; at += 1)
    if (collator.compare(haystack.slice(at, at + normalizedNeedle.length), normalizedNeedle) === 0)
      return true;
  return false;
}

function modelThings(query: ThingQuery): { ids: string[]; count: number } {
  const { createdAt: range } = query;
  const found = things.filter(
    (thing) =>
      modelMatches(thing.label, query.label) &&
      modelMatches(thing.number, query.number) &&
      modelMatchesAny(thing.tags, query.tag) &&
      (range?.gte === undefined || thing.createdAt.getTime() >= Date.parse(range.gte)) &&
      (range?.lte === undefined || thing.createdAt.getTime() <= Date.parse(range.lte)) &&
      (query.on === undefined || thing.on === query.on) &&
      (query.needle === undefined || modelContains(thing.label, query.needle)) &&
      (query.roles === undefined || query.roles.some((name) => roles[name][1](thing))),
  );
  const { field, order } = query.sort ?? { field: 'createdAt', order: 'desc' };
  const sign = order === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (a[field].getTime() - b[field].getTime() || (a.id < b.id ? -1 : 1)));
  const { page = 1, size = 10 } = query.pagination ?? {};
  return { ids: found.slice((page - 1) * size, page * size).map(({ id }) => id), count: found.length };
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });

const matchOf = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<Match<V>> =>
  fc.record(
    {
      exists: fc.boolean(),
      eq: value,
      ne: value,
      in: fc.array(value, { maxLength: 3 }),
      nin: fc.array(value, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
const instants = fc.integer({ min: -1, max: 6 }).map((n) => new Date(base + n * 1500).toISOString());

const thingQueries = fc
  .record({
    label: maybe(matchOf(fc.constantFrom(...labels))),
    number: maybe(matchOf(fc.integer({ min: -5, max: 5 }))),
    tag: maybe(matchOf(fc.constantFrom('red', 'green', 'blue', 'none'))),
    createdAt: maybe(fc.record({ gte: maybe(instants), lte: maybe(instants) })),
    on: maybe(fc.boolean()),
    roles: maybe(fc.uniqueArray(fc.constantFrom('on', 'positive', 'red'))),
    mostFound: maybe(fc.constantFrom(0, 5, 1_000)),
    needle: maybe(
      fc.constantFrom(
        'pen',
        'PEÑ',
        'abc',
        '%',
        '_',
        '\\',
        'ché p',
        'Canché Poot',
        'poot abc',
        '10',
        'zzz',
        '',
      ),
    ),
    common: maybe(fc.subarray(['canche', 'che', 'poot', 'pen', 'abc'])),
    sort: maybe(
      fc.record({ field: fc.constantFrom('createdAt', 'updatedAt'), order: fc.constantFrom('asc', 'desc') }),
    ),
    pagination: maybe(
      fc.record({ page: fc.integer({ min: 1, max: 9 }), size: fc.integer({ min: 1, max: 100 }) }),
    ),
  })
  // Absent keys, not keys that are undefined: so a query is what came over the wire.
  .map((query) => JSON.parse(JSON.stringify(query)) as ThingQuery);

describe('paged lists', () => {
  it('counts what lies inside a range where much lies outside, and what lies outside where that is little', async () => {
    const rows = 12_000;
    await database.script(`create table many as select lpad(n::text, 24, '0') as id,
      timestamptz '2026-01-01 00:00Z' + n * interval '1 second' as created_at, now() as updated_at
      from generate_series(1, ${rows}) n;
      create table many_counts as select count(*) as row_count from many`);
    const countFrom = async (createdAt: Range): Promise<number> => {
      const page = await readPage(database, {
        name: 'many',
        from: sql`many t`,
        alias: 't',
        condition: dateRange(sql`t.created_at`, createdAt),
        counted: { from: sql`many_counts t`, condition: undefined, rows: undefined, createdAt },
        arguments: {},
      });
      return page.info.count;
    };
    const at = (second: number): string => new Date(base + second * 1000).toISOString();
    for (const [first, last] of [
      [1, rows],
      [6, rows],
      [11_000, rows],
      [1, 500],
      [5_000, 6_000],
      [rows + 1, rows + 1],
      [6_000, 5_000],
    ] as const)
      expect(await countFrom({ gte: at(first), lte: at(last) })).toBe(
        Math.max(0, Math.min(last, rows) - first + 1),
      );
    // The count of what is not looked at is taken from the table of counts.
    await database.script('update many_counts set row_count = row_count + 1');
    expect(await countFrom({ gte: at(6) })).toBe(rows - 5 + 1);
    expect(await countFrom({ gte: at(11_000) })).toBe(rows - 11_000 + 1);
  });

  it('WI-4 WI-5 WI-6 WI-17 WI-18 answers every query as the model does, seen as whatever the caller is', async () => {
    await fc.assert(
      fc.asyncProperty(thingQueries, async (query) => {
        const { ids, count } = modelThings(query);
        const page = await listThings(query);
        expect(page.results).toEqual(ids);
        const { page: number = 1, size = 10 } = query.pagination ?? {};
        const pages = Math.ceil(count / size);
        expect(page.info).toEqual({
          id: page.id,
          count,
          pages,
          next: number < pages ? number + 1 : null,
          prev: number === 1 || pages === 0 ? null : Math.min(number - 1, pages),
        });
      }),
      { numRuns: 250 },
    );
  });

  it('WI-6 finds every row once when all pages are walked', async () => {
    const ids: string[] = [];
    for (let page: number | null = 1; page !== null;) {
      const answer = await listThings({ pagination: { page, size: 7 } });
      ids.push(...answer.results);
      page = answer.info.next;
    }
    expect(new Set(ids)).toEqual(new Set(things.map(({ id }) => id)));
    expect(ids.length).toBe(things.length);
  });

  it('WI-6 answers the largest page number there is with nothing and the true count', async () => {
    const answer = await listThings({ pagination: { page: 2_147_483_647, size: 100 } });
    expect(answer.results).toEqual([]);
    expect(answer.info.count).toBe(things.length);
  });

  it('WI-7 takes % and _ and the backslash as themselves', async () => {
    for (const needle of ['%', '_', '\\']) {
      const { results } = await listThings({ needle, pagination: { size: 100 } });
      const expected = things.filter(({ label }) => label?.includes(needle)).map(({ id }) => id);
      expect(new Set(results)).toEqual(new Set(expected));
    }
  });

  it('WI-17 takes years before there were any', async () => {
    expect((await listThings({ createdAt: { gte: '0000-01-01T00:00:00Z' } })).info.count).toBe(things.length);
    expect((await listThings({ createdAt: { lte: '9999-12-31T23:59:59.999999999Z' } })).info.count).toBe(60);
  });

  it('WI-17 includes both ends, and not what is a hair beyond them', async () => {
    const at = '2026-01-01T00:00:01.500';
    const count = things.filter(({ createdAt }) => createdAt.toISOString() === `${at}Z`).length;
    const within = async (gte: string, lte: string): Promise<number> =>
      (await listThings({ createdAt: { gte, lte } })).info.count;
    expect(count).toBeGreaterThan(5);
    expect(await within(`${at}Z`, `${at}Z`)).toBe(count);
    expect(await within(`${at}000001Z`, `${at}9Z`)).toBe(0);
  });
});

const orders = ['id', 'big', 'time', 'owner'] as const;
type Order = (typeof orders)[number];

const texts = fc.constantFrom(...owners);
const everyOperator = [...new Set([...orderedOperators, ...textOperators])];
const coinColumns: ModelColumns = {
  id: {
    type: 'text',
    operators: everyOperator,
    values: fc.constantFrom(...coins.slice(0, 12).map(({ id }) => id)),
  },
  big: {
    type: 'bigint',
    operators: orderedOperators,
    values: fc.integer({ min: -1, max: 12 }).map((n) => (2n ** 255n + BigInt(n)).toString()),
  },
  time: { type: 'int32', operators: orderedOperators, values: fc.integer({ min: -4, max: 4 }) },
  owner: { type: 'text', operators: everyOperator, values: texts },
  note: { type: 'text', operators: everyOperator, values: texts },
};
const wheres = wheresOf(coinColumns, ['a', 'A', '%', '_', '\\', 'zz', '', 'b1', '0x']);

const ordered = (where: Where | undefined, orderBy: Order, orderDirection: 'asc' | 'desc'): Coin[] =>
  modelOrdered(
    coinColumns,
    coins.map((coin) => ({ ...coin })),
    { where, orderBy, orderDirection },
  );

const list = (query: CursorArguments) => cursorPage<{ id: string }>(database, collection, query);
const idsOf = (page: { items: readonly { id: string }[] }): string[] => page.items.map(({ id }) => id);

describe('cursor lists', () => {
  it('WI-8 WI-9 WI-10 answers every filter, order and page as the model does, walked both ways', async () => {
    await fc.assert(
      fc.asyncProperty(
        maybe(wheres),
        fc.constantFrom(...orders),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 1, max: 30 }),
        async (where, orderBy, orderDirection, limit) => {
          const expected = ordered(where, orderBy, orderDirection).map(({ id }) => id);
          const order = { where, orderBy, orderDirection, limit };
          const first = await list(order);
          expect(idsOf(first)).toEqual(expected.slice(0, limit));
          expect(first.pageInfo.hasPreviousPage).toBe(false);
          expect(first.pageInfo.hasNextPage).toBe(expected.length > limit);
          const { endCursor } = first.pageInfo;
          if (endCursor === null) {
            expect(expected).toEqual([]);
            return;
          }
          const second = await list({ ...order, after: endCursor });
          expect(idsOf(second)).toEqual(expected.slice(limit, 2 * limit));
          expect(second.pageInfo.hasPreviousPage).toBe(true);
          expect(second.pageInfo.hasNextPage).toBe(expected.length > 2 * limit);
          const { startCursor } = second.pageInfo;
          if (startCursor === null) return;
          const back = await list({ ...order, limit: 3, before: startCursor });
          expect(idsOf(back)).toEqual(expected.slice(Math.max(0, limit - 3), limit));
          expect(back.pageInfo.hasNextPage).toBe(true);
          expect(back.pageInfo.hasPreviousPage).toBe(limit > 3);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('WI-9 gives each parent its own page', async () => {
    const names = ['p0', 'p1', 'p2'];
    const sets = new RowSets();
    const parents = {
      column: 'parent',
      type: 'text',
      set: sql`(values ('p0'), ('p1'), ('p2'), ('p9')) v(id)`,
    } as const;
    const wanted = addCursorPages<Coin>(sets, collection, { orderBy: 'time', limit: 4 }, parents);
    const pages = wanted.read(await sets.read(database));
    for (const parent of names) {
      const own = ordered(undefined, 'time', 'asc').filter((coin) => coin.parent === parent);
      expect(idsOf(pages.get(parent)!)).toEqual(own.slice(0, 4).map(({ id }) => id));
      expect(pages.get(parent)!.pageInfo.hasNextPage).toBe(own.length > 4);
    }
    expect([...pages.keys()].sort()).toEqual(names);
  });

  it('WI-8 gives nothing at limit 0, fifty without a limit, and refuses more than a thousand', async () => {
    expect(idsOf(await list({ limit: 0 }))).toEqual([]);
    expect((await list({ limit: 0 })).pageInfo).toMatchObject({ hasNextPage: true, startCursor: null });
    expect((await list({})).items.length).toBe(50);
    for (const limit of [1001, -1, 1.5])
      await expect(list({ limit })).rejects.toMatchObject({ kind: 'malformed-argument', path: ['limit'] });
  });

  it('WI-8 refuses a cursor of another order, a broken one, and one beside another', async () => {
    const { pageInfo } = await list({ orderBy: 'time', limit: 5 });
    const after = pageInfo.endCursor!;
    await expect(list({ orderBy: 'time', after, limit: 5 })).resolves.toBeDefined();
    for (const query of [
      { after },
      { orderBy: 'big', after },
      { orderBy: 'time', after: 'x' },
      { orderBy: 'time', after: Buffer.from('[["time","1"],["id","b1"]]').toString('base64') },
      { orderBy: 'time', after: Buffer.from('{}').toString('base64') },
      { orderBy: 'time', after: Buffer.from('[["time",3e9],["id","b1"]]').toString('base64') },
      { orderBy: 'time', after, before: after },
      { orderBy: 'constructor' },
      { orderBy: 'nothing' },
    ])
      await expect(list(query), JSON.stringify(query)).rejects.toMatchObject({ kind: 'malformed-argument' });
  });

  it('WI-10 refuses what is no column, no operator, or was rounded on its way', async () => {
    for (const where of [
      { nothing: 1 },
      { time_contains: 'x' } as Where,
      { big: 2 ** 60 },
      { time: 'x' },
      { owner: 5 },
      { id_in: 'x' },
    ]) {
      // The binding refuses operators that a column lacks; here the value already betrays them.
      await expect(list({ where }), JSON.stringify(where)).rejects.toMatchObject({
        kind: 'malformed-argument',
      });
    }
  });

  it('WI-8 reads back every cursor that it writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        fc.string(),
        (big, int, text) => {
          const storableText = text.replaceAll('\0', '').replace(/[\ud800-\udfff]/g, '');
          const columns = [
            { name: 'a', type: 'bigint' },
            { name: 'b', type: 'int32' },
            { name: 'c', type: 'text' },
          ] as const;
          const cursor = writeCursor([
            ['a', big],
            ['b', int],
            ['c', storableText],
          ]);
          expect(readCursor(cursor, columns, ['after'])).toEqual([big, int, storableText]);
        },
      ),
    );
  });
});

describe('ids and transactions', () => {
  it('makes ids that order as they were made and never repeat', () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const ids = Array.from({ length: 1000 }, () => newObjectId(at));
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(newObjectId(new Date(at.getTime() + 1000)) > ids[0]!).toBe(true);
  });

  it('keeps nothing of a transaction that throws', async () => {
    const work = database.transaction(async (tx) => {
      await tx.rows(sql`insert into service_state (name, value) values ('half', '1')`);
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    expect(await database.rows(sql`select 1 from service_state where name = 'half'`)).toEqual([]);
  });
});
