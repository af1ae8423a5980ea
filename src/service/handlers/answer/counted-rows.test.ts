import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { raw, sql } from '../../storage/database/sql.ts';
import { sweepCounts } from '../../jobs/sweeps/count-sweep.ts';
import { rejectInvite, signInvite } from '../signing/signing.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization, TestSubject } from '../../testing/test-data.ts';

let on: TestService;
let organization: TestOrganization;
let other: TestOrganization;
let signer: TestSubject;
let second: TestSubject;

beforeAll(async () => {
  on = await startTestService();
  organization = await on.organization({ nom151: 3 });
  other = await on.organization();
  signer = await on.subject({ linkedTo: organization.id, memberOf: other.id });
  second = await on.subject({ linkedTo: organization.id });
  await on.link(other.id, signer.id);
});
afterAll(() => on.close());

/** What the counts of each list stand for, grouped anew from the rows. */
const groups = [
  [
    'signature_request_counts',
    'organization_id, draft, finalized, content_kind, signed_at is not null, rejected_at is not null',
    'signature_requests',
  ],
  [
    'invite_counts',
    'organization_id, signed_at is not null, rejected_at is not null',
    '(select i.signed_at, i.rejected_at, r.organization_id from invites i join signature_requests r on r.id = i.signature_request_id)',
  ],
  [
    'witness_counts',
    'organization_id, claimed, nom151_created_at is not null, merkle_created_at is not null',
    'witnesses',
  ],
  [
    'signature_request_name_counts',
    'organization_id, search_name, draft, finalized, content_kind, signed_at is not null, rejected_at is not null',
    "(select organization_id, regexp_replace(search_name, '[0-9]+', '0', 'g') as search_name, draft, finalized, content_kind, signed_at, rejected_at from signature_requests)",
  ],
  [
    'signature_request_quarters',
    'organization_id, quarter, content_kind',
    "(select *, date_bin('15 minutes', created_at, 'epoch') as quarter from signature_requests)",
  ],
  [
    'invite_quarters',
    'organization_id, quarter',
    "(select r.organization_id, date_bin('15 minutes', i.created_at, 'epoch') as quarter from invites i join signature_requests r on r.id = i.signature_request_id)",
  ],
  [
    'witness_quarters',
    'organization_id, quarter',
    "(select *, date_bin('15 minutes', created_at, 'epoch') as quarter from witnesses)",
  ],
] as const;

async function expectCountsOfRows(): Promise<void> {
  for (const [counts, kinds, rows] of groups) {
    const counted = await on.database.rows(
      sql`select ${raw(kinds)}, sum(row_count)::integer as n from ${raw(counts)} group by ${raw(kinds)} having sum(row_count) <> 0`,
    );
    const found = await on.database.rows(
      sql`select ${raw(kinds)}, count(*)::integer as n from ${raw(rows)} x group by ${raw(kinds)}`,
    );
    const inOrder = (list: object[]): string[] => list.map((row) => JSON.stringify(row)).sort();
    expect(inOrder(counted), counts).toEqual(inOrder(found));
  }
}

async function act(step: number): Promise<void> {
  on.clock.now = new Date(on.clock.now.getTime() + 60_000);
  const owner = step % 3 === 0 ? other : organization;
  const { id } = await on.createRequest(owner, { draft: step % 4 === 1, nom151: step === 2 });
  const invite = await on.invite(owner, id, signer.id);
  const also = owner === organization ? await on.invite(owner, id, second.id) : undefined;
  if (step % 4 === 1) {
    if (step % 8 === 5) await on.write('PUT', '/signature-request', owner.key, { id, draft: false });
    return;
  }
  await (step % 5 === 4 ? rejectInvite : signInvite)(on.service, invite);
  if (also !== undefined && step % 2 === 0 && step % 5 !== 4) await signInvite(on.service, also);
  const hash = step.toString(16).padStart(64, '0');
  await on.write('POST', '/witness', owner.key, { hash, algorithm: 'SHA256', organization: owner.id });
  if (step % 6 === 0) await on.conserve();
}

describe('counts of lists', () => {
  it('are those of the rows after whatever happens, and after a change that is taken back, and after they were added up', async () => {
    await expectCountsOfRows();
    for (let step = 0; step < 24; step += 1) {
      await act(step);
      await expectCountsOfRows();
    }
    await expect(
      on.database.transaction(async (tx) => {
        await tx.rows(sql`update signature_requests set finalized = not finalized`);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await on.database.rows(sql`delete from witnesses where kind = 'interface'`);
    await expectCountsOfRows();
    const rowsOf = async (table: string): Promise<number> =>
      (await on.database.rows(sql`select 1 from ${raw(table)}`)).length;
    const tables = ['witness_counts', 'witness_quarters', 'invite_quarters'];
    const before = await Promise.all(tables.map(rowsOf));
    await sweepCounts(on.database);
    for (const [at, table] of tables.entries())
      expect(await rowsOf(table), table).toBeLessThan(before[at]! / 2);
    await expectCountsOfRows();
  }, 120_000);

  it('are of as many as the list has, for every kind, every range of dates and every caller', async () => {
    const instants = (
      await on.database.rows<{ created_at: Date }>(sql`select created_at from signature_requests`)
    ).map(({ created_at: at }) => at.toISOString());
    const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
      fc.option(value, { nil: undefined });
    const exists = maybe(fc.record({ exists: fc.boolean() }));
    const instant = maybe(fc.constantFrom(...instants));
    const shared = {
      createdAt: maybe(fc.record({ gte: instant, lte: instant })),
      sort: maybe(fc.record({ field: fc.constant('createdAt'), order: fc.constantFrom('asc', 'desc') })),
    };
    const named = maybe(fc.constantFrom(organization.id, other.id).map((eq) => ({ eq })));
    const lists = fc.oneof(
      fc.record({
        path: fc.constant('/signature-requests'),
        query: fc.record({
          ...shared,
          organization: named,
          draft: maybe(fc.boolean()),
          finalized: maybe(fc.boolean()),
          signedAt: exists,
          rejectedAt: exists,
        }),
      }),
      fc.record({
        path: fc.constant('/signature-request-invites'),
        query: fc.record({ ...shared, signedAt: exists, rejectedAt: exists }),
      }),
      fc.record({
        path: fc.constant('/witnesses'),
        query: fc.record({
          ...shared,
          organization: named,
          claimed: maybe(fc.boolean()),
          nom151: exists,
          merkleized: exists,
        }),
      }),
    );
    const callers = fc.constantFrom(organization.key, signer.token, second.token);
    await fc.assert(
      fc.asyncProperty(lists, callers, async ({ path, query }, secret) => {
        // A key names no organization but its own.
        const requested = secret === organization.key ? { ...query, organization: undefined } : query;
        const search = new URLSearchParams({ pagination: JSON.stringify({ page: 1, size: 100 }) });
        for (const [name, value] of Object.entries(requested))
          if (value !== undefined) search.set(name, JSON.stringify(value));
        const { info, results } = await on.get<{ info: { count: number }; results: { id: string }[] }>(
          `${path}?${search.toString()}`,
          secret,
        );
        expect(info.count).toBe(results.length);
        expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
