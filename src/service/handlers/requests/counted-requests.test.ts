import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { sweepCounts } from '../../jobs/sweeps/count-sweep.ts';
import { sql } from '../../storage/database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization, TestSubject } from '../../testing/test-data.ts';

// What is counted or put in order as it is written, against what the requests themselves give.

let on: TestService;
let organization: TestOrganization;
let other: TestOrganization;
let member: TestSubject;
let signer: TestSubject;

beforeAll(async () => {
  on = await startTestService();
  organization = await on.organization();
  other = await on.organization();
  member = await on.subject({ linkedTo: organization.id, memberOf: other.id });
  signer = await on.subject({ linkedTo: organization.id });
  await on.link(other.id, signer.id);
  await on.link(other.id, member.id);
  for (let step = 0; step < 40; step += 1) {
    // Up to five hours, sometimes to the first and last millisecond of a quarter of an hour.
    const minutes = [1, 7, 15, 300][step % 4] ?? 0;
    const moved = on.clock.now.getTime() + minutes * 60_000;
    const quarter = Math.ceil(moved / 900_000) * 900_000;
    on.clock.now = new Date(step % 3 === 0 ? quarter : step % 3 === 1 ? quarter - 1 : moved);
    const owner = step % 3 === 0 ? other : organization;
    const { id } = await on.createRequest(owner, { draft: step % 4 === 1 });
    if (step % 5 !== 4) await on.invite(owner, id, signer.id);
    if (step % 2 === 0) await on.invite(owner, id, member.id);
    if (step % 8 === 5) await on.write('PUT', '/signature-request', owner.key, { id, draft: false });
    if (step === 20) await sweepCounts(on.database);
  }
}, 120_000);
afterAll(() => on.close());

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const queryOf = (query: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  ).toString();

async function readRequests(): Promise<
  { id: string; organization_id: string; draft: boolean; created_at: Date; signers: string[] }[]
> {
  return on.database.rows(sql`select r.id, r.organization_id, r.draft, r.created_at,
      array(select i.subject_id from invites i where i.signature_request_id = r.id) as signers
    from signature_requests r order by r.created_at desc, r.id desc`);
}

/** Whether a caller sees a request: of its organizations, and as a signer what was sent to it. */
const isSeen = (
  caller: { readonly organizations: readonly string[]; readonly subject?: string },
  request: Awaited<ReturnType<typeof readRequests>>[number],
): boolean =>
  caller.organizations.includes(request.organization_id) ||
  (caller.subject !== undefined && !request.draft && request.signers.includes(caller.subject));

const callersOf = () => [
  { secret: organization.key, organizations: [organization.id] },
  { secret: member.token, organizations: [other.id], subject: member.id },
  { secret: signer.token, organizations: [], subject: signer.id },
];

describe('requests of a signer', () => {
  it('SR-10 are those of the requests in their order, for every caller', async () => {
    const requests = await readRequests();
    const instant = maybe(fc.constantFrom(...requests.map(({ created_at: at }) => at.toISOString())));
    const selections = fc.record({
      caller: fc.constantFrom(...callersOf()),
      subject: maybe(fc.constantFrom(signer.id, member.id)),
      draft: maybe(fc.boolean()),
      createdAt: maybe(fc.record({ gte: instant, lte: instant })),
      order: fc.constantFrom('asc', 'desc'),
      page: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(selections, async ({ caller, subject, draft, createdAt, order, page }) => {
        const wanted = requests
          .filter(
            (request) =>
              isSeen(caller, request) &&
              (subject === undefined || request.signers.includes(subject)) &&
              (draft === undefined || request.draft === draft) &&
              (createdAt?.gte === undefined || request.created_at.toISOString() >= createdAt.gte) &&
              (createdAt?.lte === undefined || request.created_at.toISOString() <= createdAt.lte),
          )
          .map(({ id }) => id);
        if (order === 'asc') wanted.reverse();
        const { info, results } = await on.get<{ info: { count: number }; results: { id: string }[] }>(
          `/signature-requests?${queryOf({
            subject: subject === undefined ? undefined : { eq: subject.toUpperCase() },
            draft,
            createdAt,
            sort: { field: 'createdAt', order },
            pagination: { page, size: 7 },
          })}`,
          caller.secret,
        );
        expect(info.count).toBe(wanted.length);
        expect(results.map(({ id }) => id)).toEqual(wanted.slice((page - 1) * 7, page * 7));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('are forgotten with their invites', async () => {
    const rows = (): Promise<{ count: number }[]> =>
      on.database.rows(sql`select count(*) as count from request_signers where subject_id = ${signer.id}`);
    await expect(
      on.database.transaction(async (tx) => {
        await tx.rows(sql`delete from invites where subject_id = ${signer.id}`);
        const [left] = await tx.rows<{ count: number }>(
          sql`select count(*) as count from request_signers where subject_id = ${signer.id}`,
        );
        expect(left?.count).toBe(0);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect((await rows())[0]?.count).toBeGreaterThan(0);
  });
});

describe('counts by hour, day and month', () => {
  it('SR-11 are those of the requests, for every range, zone and caller', async () => {
    const requests = await readRequests();
    const near = fc
      .tuple(
        fc.constantFrom(...requests.map(({ created_at: at }) => at.getTime())),
        fc.constantFrom(-900_000, -1, 0, 1, 60_000, 900_000),
      )
      .map(([at, offset]) => new Date(at + offset).toISOString());
    const selections = fc.record({
      caller: fc.constantFrom(...callersOf()),
      granularity: fc.constantFrom('hour', 'day', 'month'),
      timezone: fc.constantFrom('UTC', 'America/Mexico_City', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
      timestamp: maybe(fc.record({ gte: maybe(near), lte: maybe(near) })),
      type: maybe(fc.constantFrom({ eq: 'PDFContent' }, { ne: 'PDFContent' })),
    });
    await fc.assert(
      fc.asyncProperty(selections, async ({ caller, granularity, timezone, timestamp, type }) => {
        const ids = requests.filter((request) => isSeen(caller, request)).map(({ id }) => id);
        const counted = await on.get<{ mark: string; count: number }[]>(
          `/signature-request-timeseries?${queryOf({ granularity, timezone, timestamp, type, limit: '1000' })}`,
          caller.secret,
        );
        const marks = await on.database.rows<{ mark: Date; count: number }>(sql`
          select date_trunc(${granularity}::text, created_at at time zone ${timezone}::text) at time zone ${timezone}::text
            as mark, count(*) as count
          from signature_requests where id = any(${ids}::text[])
            and created_at >= coalesce(${timestamp?.gte ?? null}::timestamptz, '-infinity')
            and created_at <= coalesce(${timestamp?.lte ?? null}::timestamptz, 'infinity')
            and (${type === undefined}::boolean or (content_kind = 'pdf') = ${type !== undefined && 'eq' in type}::boolean)
          group by 1 order by 1`);
        expect(counted).toEqual(marks.map(({ mark, count }) => ({ mark: mark.toISOString(), count })));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('are added up into one row for each quarter of an hour', async () => {
    await on.createRequest(organization);
    await on.createRequest(organization);
    const rows = (): Promise<{ rows: number; count: number }[]> =>
      on.database
        .rows(sql`select count(*) as rows, sum(row_count)::bigint as count from signature_request_quarters
        group by organization_id, quarter, content_kind order by organization_id, quarter, content_kind`);
    const before = await rows();
    expect(Math.max(...before.map((row) => row.rows))).toBeGreaterThan(1);
    await sweepCounts(on.database);
    await sweepCounts(on.database);
    expect(await rows()).toEqual(before.map(({ count }) => ({ rows: 1, count })));
  });
});

describe('a search by name', () => {
  const names = [
    'Contrato 12, cliente 345',
    'Contrato 7, cliente 0',
    'CONTRATO ÁÉÍ 100%',
    'acta_2 de 2024 0',
    'Acta 2 de 1999',
    'a0b00c',
    'a1b22c',
  ];

  beforeAll(async () => {
    for (let step = 0; step < 21; step += 1) {
      on.clock.now = new Date(on.clock.now.getTime() + 60_000);
      const owner = step % 3 === 0 ? other : organization;
      const { id } = await on.createRequest(owner, {
        name: names[step % names.length]!,
        draft: step % 2 === 0,
      });
      if (step % 4 === 0)
        await on.write('PUT', '/signature-request', owner.key, { id, name: 'Otro 5', draft: step % 8 === 0 });
    }
    // By its statistics the database knows what many names have; that alone is counted by patterns.
    await on.database.rows(sql`analyze signature_requests`);
  });

  const countOf = async (owner: { readonly key: string }, needle: string, others = {}): Promise<number> => {
    const query = queryOf({ search: { name: needle }, pagination: { size: 3 }, ...others });
    const { info } = await on.get<{ info: { count: number } }>(`/signature-requests?${query}`, owner.key);
    return info.count;
  };

  it('WI-7 finds as many as have it in their names, however they were renamed and added up', async () => {
    const requests = await on.database.rows<{
      organization_id: string;
      draft: boolean;
      search_name: string;
      created_at: Date;
    }>(sql`select organization_id, draft, search_name, created_at from signature_requests`);
    const instant = maybe(fc.constantFrom(...requests.map(({ created_at: at }) => at.toISOString())));
    const others = fc.record({
      draft: maybe(fc.boolean()),
      createdAt: maybe(fc.record({ gte: instant, lte: instant })),
    });
    const needles = fc.oneof(
      fc
        .tuple(fc.constantFrom(...names), fc.nat(12), fc.integer({ min: 1, max: 12 }))
        .map(([name, from, length]) => name.slice(from, from + length))
        .filter((needle) => needle.trim() !== ''),
      fc.constantFrom('a', 'c', '0', '00', ', cliente ', 'á', 'Ñ', '%', '_', 'otro', ' '),
    );
    const owner = fc.constantFrom(organization, other);
    const agrees = fc.asyncProperty(owner, needles, others, async ({ id, key }, needle, selection) => {
      const { draft, createdAt } = selection;
      const plain = needle.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const wanted = requests.filter(
        (request) =>
          request.organization_id === id &&
          request.search_name.includes(plain) &&
          (draft === undefined || request.draft === draft) &&
          (createdAt?.gte === undefined || request.created_at.toISOString() >= createdAt.gte) &&
          (createdAt?.lte === undefined || request.created_at.toISOString() <= createdAt.lte),
      );
      expect(await countOf({ key }, needle, selection)).toBe(wanted.length);
    });
    await fc.assert(agrees, { numRuns: 100 });
    await sweepCounts(on.database);
    await fc.assert(agrees, { numRuns: 100 });
  }, 120_000);

  it('is counted by patterns of names where these are few, and one by one where they are many', async () => {
    const count = await countOf(organization, 'contrato');
    expect(count).toBeGreaterThan(0);
    const add = async (pattern: string, rows: number, each: number): Promise<unknown> =>
      on.database
        .rows(sql`insert into signature_request_name_counts (organization_id, search_name, draft, finalized,
          content_kind, row_count)
        select ${organization.id}, ${pattern}, false, false, 'pdf', ${each}::bigint from generate_series(1, ${rows}::bigint)`);
    await add('contrato', 1, 1_000);
    expect(await countOf(organization, 'contrato')).toBe(count + 1_000);
    await add('', 20_000, 0);
    expect(await countOf(organization, 'contrato')).toBe(count);
  });
});
