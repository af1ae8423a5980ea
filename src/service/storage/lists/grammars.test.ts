import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endorsableGrammar, endorseEventGrammar, walletGrammar } from '#contract/filters/filters.ts';
import type { FilterGrammar } from '#contract/filters/filters.ts';
import { limits } from '#contract/operations/limits.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { insertRows } from '../tables/bulk.ts';
import { modelOrdered, wheresOf } from '../testing/filter-model.ts';
import type { ModelColumn, ModelColumns, ModelQuery, ModelRow, ModelValue } from '../testing/filter-model.ts';

// The three grammars as the interface serves them, from the address to the tables and back, against rows in memory.

/** More where the run is about properties alone. */
const numRuns = process.env.TESTIGO_PROPERTY_SEED === undefined ? 20 : 60;
const timeout = numRuns * 2_000;

let service: TestService;
let key = '';

beforeAll(async () => {
  service = await startTestService();
  ({ key } = await service.organization());
});
afterAll(() => service.close());

const addressOf = (byte: number): string => `0x${byte.toString(16).padStart(2, '0').repeat(20)}`;
const addresses = [0x00, 0x0a, 0xa0, 0xab, 0xb1, 0xff].map(addressOf);
const blocks = ['0b', 'aa', 'c1'].map((byte) => `0x${byte.repeat(32)}`);
const huge = 2n ** 256n - 1n;
const numbers = [0n, 1n, 2n ** 53n + 1n, 2n ** 255n, huge - 1n, huge];
const networks = [42_161, 421_614];
const times = fc.integer({ min: 1_700_000_000, max: 1_700_000_004 });

/** Any way in which a hexadecimal value may be written. */
const spelled = (values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom('', 'upper', 'bare'))
    .map(([value, spelling]) =>
      spelling === 'upper'
        ? `0x${value.slice(2).toUpperCase()}`
        : spelling === 'bare'
          ? value.slice(2)
          : value,
    );
const normalizeAddress = (value: string): string => `0x${value.toLowerCase().replace(/^0x/, '')}`;

const valuesOf: Readonly<Record<string, Omit<ModelColumn, 'operators'>>> = {
  bigint: {
    type: 'bigint',
    values: fc.oneof(fc.constantFrom(...numbers.map(String)), fc.integer({ min: 0, max: 2 })),
  },
  address: { type: 'text', values: spelled(addresses), normalize: normalizeAddress },
  time: { type: 'int32', values: times },
  network: { type: 'int32', values: fc.constantFrom(...networks, 1) },
  event: {
    type: 'text',
    values: fc
      .tuple(fc.constantFrom(...blocks), fc.integer({ min: 0, max: 20 }), fc.boolean())
      .map(([block, n, upper]) => {
        const id = `${block}-0x${n.toString(16)}`;
        return upper ? id.toUpperCase().replace('0X', '0x') : id;
      }),
    normalize: (value) => value.toLowerCase(),
  },
};

/** The columns of a grammar, with the values that filters compare them with. */
function columnsOf(grammar: FilterGrammar, kinds: Readonly<Record<string, string>>): ModelColumns {
  return Object.fromEntries(
    Object.entries(grammar.columns).map(([name, { operators }]) => {
      const values = valuesOf[kinds[name] ?? ''];
      if (!values) throw new Error(`${name} has no values here`);
      return [name, { ...values, operators }];
    }),
  );
}

interface Subject {
  readonly path: string;
  readonly table: string;
  readonly columns: ModelColumns;
  readonly rows: fc.Arbitrary<readonly ModelRow[]>;
  /** A row as its table has it. */
  readonly stored: (row: ModelRow) => Record<string, ModelValue>;
}

const uniqueBy = (row: fc.Arbitrary<ModelRow>): fc.Arbitrary<readonly ModelRow[]> =>
  fc.uniqueArray(row, { selector: ({ id }) => String(id), maxLength: 40, size: 'max' });
const anyId = fc.oneof(fc.constantFrom(...numbers), fc.bigInt({ min: 0n, max: huge }));
const anyAddress = fc.constantFrom(...addresses);
const anyNetwork = fc.constantFrom(...networks);

const subjects: readonly (readonly [string, Subject])[] = [
  [
    endorsableGrammar.name,
    {
      path: 'endorsables',
      table: 'endorsables',
      columns: columnsOf(endorsableGrammar, {
        id: 'bigint',
        ownerId: 'address',
        timestamp: 'time',
        network: 'network',
      }),
      rows: uniqueBy(fc.record({ id: anyId, ownerId: anyAddress, timestamp: times, network: anyNetwork })),
      stored: ({ ownerId = null, ...row }) => ({ ...row, owner_id: ownerId }),
    },
  ],
  [
    endorseEventGrammar.name,
    {
      path: 'endorse-events',
      table: 'endorse_events',
      columns: columnsOf(endorseEventGrammar, {
        id: 'event',
        timestamp: 'time',
        fromId: 'address',
        toId: 'address',
        digest: 'bigint',
        network: 'network',
      }),
      rows: uniqueBy(
        fc.record({
          id: fc
            .tuple(fc.constantFrom(...blocks), fc.integer({ min: 0, max: 40 }))
            .map(([block, n]) => `${block}-0x${n.toString(16)}`),
          timestamp: times,
          fromId: anyAddress,
          toId: anyAddress,
          digest: anyId,
          network: anyNetwork,
        }),
      ),
      stored: ({ fromId = null, toId = null, ...row }) => ({ ...row, from_id: fromId, to_id: toId }),
    },
  ],
  [
    walletGrammar.name,
    {
      path: 'wallets',
      table: 'wallets',
      columns: columnsOf(walletGrammar, { id: 'address' }),
      rows: uniqueBy(fc.record({ id: fc.integer({ min: 0, max: 255 }).map(addressOf) })),
      stored: (row) => row,
    },
  ],
];
const needles = ['', '0x', '-', '-0x1', 'aa', 'AA', '%', '_', '\\', 'c1-0x'];

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

type PageQuery = ModelQuery & { limit: number; after?: string; before?: string };

async function ask({ path }: Subject, { where, ...others }: PageQuery): Promise<Page> {
  const query = new URLSearchParams(Object.entries(others).map(([name, value]) => [name, String(value)]));
  if (where) query.set('where', JSON.stringify(where));
  return service.get<Page>(`/${path}?${query}`, key);
}

/** Leaves these rows alone in the table, and whatever they refer to. */
async function begin(subject: Subject, rows: readonly ModelRow[]): Promise<void> {
  await service.database.script('delete from endorse_events; delete from endorsables; delete from wallets');
  if (subject.table !== 'wallets')
    await insertRows(
      service.database,
      'wallets',
      addresses.map((id) => ({ id })),
    );
  await write(subject, rows);
}

const write = ({ table, stored }: Subject, rows: readonly ModelRow[]): Promise<void> =>
  insertRows(service.database, table, rows.map(stored));

const idsOf = (rows: readonly { readonly id?: ModelValue }[]): string[] => rows.map(({ id }) => String(id));

const queriesOf = ({ columns }: Subject): fc.Arbitrary<ModelQuery & { limit: number }> =>
  fc.record({
    // Queries that fit into an address (Rule WI-3).
    where: fc.option(
      wheresOf(columns, needles).filter(
        (where) => encodeURIComponent(JSON.stringify(where)).length < limits.queryBytes - 500,
      ),
      { nil: undefined, freq: 8 },
    ),
    orderBy: fc.constantFrom(...Object.keys(columns)),
    orderDirection: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 12 }),
  });

/** Walks to one end of a list from a page; between pages something happens. */
async function* walk(subject: Subject, query: PageQuery, between: () => Promise<void>): AsyncGenerator<Page> {
  for (let pageQuery = query; ;) {
    const page = await ask(subject, pageQuery);
    yield page;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    const backwards = pageQuery.before !== undefined;
    const cursor = backwards ? startCursor : endCursor;
    if (!(backwards ? hasPreviousPage : hasNextPage) || cursor === null) return;
    await between();
    pageQuery = { ...query, [backwards ? 'before' : 'after']: cursor };
  }
}

describe.each(subjects)('%s', (_name, subject) => {
  it(
    'WI-10 WI-12 every nested filter finds the rows that a plain evaluation finds, in their order',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          subject.rows,
          fc.array(queriesOf(subject), { minLength: 4, maxLength: 4 }),
          async (rows, queries) => {
            await begin(subject, rows);
            for (const query of queries) {
              const page = await ask(subject, { ...query, limit: 1000 });
              expect(idsOf(page.items)).toEqual(idsOf(modelOrdered(subject.columns, rows, query)));
            }
          },
        ),
        { numRuns },
      );
    },
    timeout,
  );

  it(
    'WI-8 WI-9 cursors give every row that was there once, both ways, while rows are written between pages',
    async () => {
      await fc.assert(
        fc.asyncProperty(subject.rows, queriesOf(subject), fc.nat(), async (rows, query, salt) => {
          const before = rows.filter((_row, index) => (index + salt) % 2 === 0);
          const later = rows.filter((row) => !before.includes(row));
          await begin(subject, before);
          const there = [...before];
          const between = async (): Promise<void> => {
            const some = later.splice(0, 3);
            await write(subject, some);
            there.push(...some);
          };
          const expected = idsOf(modelOrdered(subject.columns, before, query));
          const inOrder = (ids: readonly string[]): string[] =>
            idsOf(modelOrdered(subject.columns, there, query)).filter((id) => ids.includes(id));

          const forth: string[] = [];
          let last: Page | undefined;
          for await (const page of walk(subject, query, between)) {
            expect(page.pageInfo.hasPreviousPage).toBe(last !== undefined);
            forth.push(...idsOf(page.items));
            last = page;
          }
          // Each once, in order, whatever else came among them.
          expect(forth).toEqual(inOrder(forth));
          expect(forth.filter((id) => expected.includes(id))).toEqual(expected);

          const from = last?.pageInfo.startCursor;
          if (from == null) return;
          // On the way back everything counts that is there when it begins.
          const standing = idsOf(modelOrdered(subject.columns, there, query));
          const behind = standing.slice(0, standing.indexOf(String(last?.items[0]?.id)));
          const back: string[] = [];
          for await (const page of walk(subject, { ...query, before: from }, between))
            back.unshift(...idsOf(page.items));
          expect(back).toEqual(inOrder(back));
          expect(back.filter((id) => behind.includes(id))).toEqual(behind);
        }),
        { numRuns },
      );
    },
    timeout,
  );
});

describe('null in a filter', () => {
  it('WI-10 asks whether there is a value: every row of these lists has one in every column', async () => {
    for (const [, subject] of subjects) {
      const [rows = []] = fc.sample(subject.rows, { numRuns: 1, seed: 5 });
      await begin(subject, rows);
      for (const name of Object.keys(subject.columns)) {
        const count = async (where: object): Promise<number> =>
          (await ask(subject, { where: { ...where }, orderBy: 'id', orderDirection: 'asc', limit: 1000 }))
            .items.length;
        expect(rows.length).toBeGreaterThan(3);
        expect(await count({ [name]: null })).toBe(0);
        expect(await count({ [`${name}_not`]: null })).toBe(rows.length);
        for (const operator of ['_gt', '_lte', '_in', '_contains'])
          await expect(count({ [name + operator]: null }), name + operator).rejects.toThrow('400');
      }
    }
  });
});
