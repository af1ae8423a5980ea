import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { raw, sql } from '../database/sql.ts';
import { openTestDatabase } from '../testing/database.ts';
import { readPage } from '../testing/read-page.ts';
import { and, dateRange, flag } from './conditions.ts';
import { idsByQuarter } from './page-by-quarter.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 1 });

describe('a page far back', () => {
  it('is read from whichever end is nearer, and is empty past the end', async () => {
    await database.script(`create table walked as select lpad((n * 7919 % 4003)::text, 24, '0') as id,
      timestamptz '2026-01-01 00:00Z' + n / 3 * interval '1 second' as created_at, now() as updated_at
      from generate_series(1, 4001) n`);
    const pageOfWalked = async (page: number, order: 'asc' | 'desc') =>
      readPage(database, {
        name: 'walked',
        from: sql`walked t`,
        alias: 't',
        condition: undefined,
        arguments: { sort: { field: 'createdAt', order }, pagination: { page, size: 100 } },
      });
    for (const order of ['asc', 'desc'] as const) {
      const all = await database.rows<{ id: string }>(
        sql`select id from walked order by created_at ${raw(order)}, id ${raw(order)}`,
      );
      for (const page of [1, 11, 12, 20, 21, 22, 39, 40, 41, 42, 100]) {
        const { results, info } = await pageOfWalked(page, order);
        expect(results).toEqual(all.slice((page - 1) * 100, page * 100).map(({ id }) => id));
        expect(info.count).toBe(4001);
      }
    }
  });

  it('is found by the quarters of an hour before it, for every range, whatever is restricted, in both orders', async () => {
    // Some quarters have none, some a hundred; rows lie on the first and last millisecond of one, and share instants.
    await database.script(`create table timed as select lpad((n * 7919 % 1009)::text, 24, '0') as id, n % 3 = 0 as odd,
        timestamptz '2026-01-01 00:00Z' + (n * n % 40) * interval '5400 seconds'
          + (array[0, 0, 1, 450000, 899999])[n % 5 + 1] * interval '1 millisecond' as created_at, now() as updated_at
      from generate_series(1, 1000) n;
      create table timed_quarters as select odd, date_bin('15 minutes', created_at, 'epoch') as quarter, row_count
      from timed, (values (2), (-1)) parts (row_count)`);
    const rows = await database.rows<{ id: string; odd: boolean; created_at: Date }>(
      sql`select id, odd, created_at from timed order by created_at, id`,
    );
    const near = fc
      .tuple(fc.constantFrom(...rows), fc.constantFrom(-900_000, -1, 0, 1, 900_000, 86_400_000))
      .map(([{ created_at: at }, offset]) => new Date(at.getTime() + offset).toISOString());
    const bound = maybe(fc.oneof(near, fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z')));
    const selections = fc.record({
      odd: maybe(fc.boolean()),
      createdAt: fc.record({ gte: bound, lte: bound }),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.integer({ min: 2, max: 40 }),
      size: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(selections, async ({ odd, createdAt, order, page, size }) => {
        const expected = rows
          .filter(
            (row) =>
              (odd === undefined || row.odd === odd) &&
              !(row.created_at.getTime() < Date.parse(createdAt.gte ?? '')) &&
              !(row.created_at.getTime() > Date.parse(createdAt.lte ?? '')),
          )
          .map(({ id }) => id);
        if (order === 'desc') expected.reverse();
        const restricted = flag(sql`t.odd`, odd);
        const { results, info } = await readPage(
          database,
          {
            name: 'timed',
            from: sql`timed t`,
            alias: 't',
            condition: and(restricted, dateRange(sql`t.created_at`, createdAt)),
            counted: {
              from: sql`(select odd, sum(row_count) as row_count from timed_quarters group by odd) t`,
              condition: restricted,
              rows: restricted,
              createdAt,
              quarters: { from: sql`timed_quarters t`, condition: restricted },
            },
            arguments: { sort: { field: 'createdAt', order }, pagination: { page, size } },
          },
          { passed: 0, walked: 0 },
        );
        expect(info.count).toBe(expected.length);
        expect(results).toEqual(expected.slice((page - 1) * size, page * size));
      }),
      { numRuns: 400 },
    );
    // What lies before a page is taken from the quarters: without those of the first, it begins so many rows later.
    const first = "quarter = '2026-01-01 00:00Z'";
    const [uncounted] = await database.rows<{ count: number }>(
      sql`select sum(row_count)::integer as count from timed_quarters where ${raw(first)}`,
    );
    await database.script(`update timed_quarters set row_count = 0 where ${first}`);
    const shifted = await readPage(
      database,
      {
        name: 'timed',
        from: sql`timed t`,
        alias: 't',
        condition: undefined,
        counted: {
          from: sql`(select count(*) as row_count from timed) t`,
          condition: undefined,
          rows: undefined,
          createdAt: undefined,
          quarters: { from: sql`timed_quarters t`, condition: undefined },
        },
        arguments: { sort: { field: 'createdAt', order: 'asc' }, pagination: { page: 4, size: 100 } },
      },
      { passed: 0, walked: 0 },
    );
    const begin = 300 + uncounted!.count;
    expect(shifted.results).toEqual(rows.slice(begin, begin + 100).map(({ id }) => id));
  });

  it.each([
    ['signature_requests', 'signature_request_quarters', `content_kind, organization_id`, `'pdf', 'far'`],
    ['witnesses', 'witness_quarters', 'organization_id', `'far'`],
    ['invites', 'invite_quarters', 'organization_id', `'far'`],
  ])(
    'of %s is planned for as many days as their quarters lie in, not for as many as there are quarters',
    async (table, quarters, columns, values) => {
      await database.script(`insert into ${quarters} (${columns}, quarter, row_count)
          select ${values}, timestamptz '2026-01-01 00:00Z' + n * interval '15 minutes', 1 from generate_series(0, 2999) n;
        analyze ${quarters}`);
      const ids = idsByQuarter(
        { from: sql`${raw(quarters)} t`, condition: sql`t.organization_id = 'far'` },
        {
          from: sql`${raw(table)} t`,
          alias: 't',
          condition: undefined,
          createdAt: undefined,
          direction: 'desc',
          passed: 1_500,
          size: 25,
        },
      );
      const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`explain ${ids}`);
      const groups = plan.flatMap(
        ({ 'QUERY PLAN': line }) => /HashAggregate.* rows=(\d+)/.exec(line)?.[1] ?? [],
      );
      // Of days, and maybe of the quarters of one day.
      expect(Math.max(...groups.map(Number))).toBe(32);
    },
  );
});
