import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInvite } from '../../handlers/signing/signing.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import { readMigrations } from '../database/migrate.ts';
import { raw, sql } from '../database/sql.ts';
import { correctCounts, wrongCounts } from './row-counts.ts';

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
  const organization = await on.organization();
  const signer = await on.subject({ linkedTo: organization.id });
  for (let n = 0; n < 6; n += 1) {
    const { id } = await on.createRequest(organization, { draft: n % 3 === 0 });
    const invite = await on.invite(organization, id, signer.id);
    if (n % 3 === 1) await signInvite(on.service, invite);
  }
  await on.conserve();
}, 60_000);
afterAll(() => on.close());

const tables = [
  'invite_counts',
  'invite_quarters',
  'request_signers',
  'signature_request_counts',
  'signature_request_name_counts',
  'signature_request_quarters',
  'witness_counts',
  'witness_quarters',
] as const;

describe('what is counted as it is written', () => {
  it('follows from the rows', async () => {
    expect(await wrongCounts(on.database)).toEqual([]);
    expect(await on.database.transaction(correctCounts)).toEqual([]);
  });

  it.each(tables)('is found and corrected where %s is empty', async (table) => {
    await on.database.rows(sql`delete from ${raw(table)}`);
    expect(await on.database.transaction(correctCounts)).toMatchObject([{ table }]);
    expect(await wrongCounts(on.database)).toEqual([]);
  });

  it('is found and corrected wherever it was changed, and writes go on from there', async () => {
    const damages = fc.record({
      table: fc.constantFrom(...tables),
      damage: fc.constantFrom('lost', 'twice', 'another'),
      share: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(damages, async ({ table, damage, share }) => {
        const name = raw(table);
        const some = sql`ctid in (select ctid from ${name} order by ctid limit ${share}::bigint)`;
        const organization = raw("organization_id = reverse(organization_id) || 'x'");
        // A signer stands once for each request.
        if (damage === 'lost') await on.database.rows(sql`delete from ${name} where ${some}`);
        else if (damage === 'another' || table === 'request_signers')
          await on.database.rows(sql`update ${name} set ${organization} where ${some}`);
        else await on.database.rows(sql`insert into ${name} select * from ${name} where ${some}`);
        const wrong = await wrongCounts(on.database);
        // Differences that changed together may be nothing in sum.
        fc.pre(wrong.length > 0);
        expect(wrong.map((one) => one.table)).toEqual([table]);
        expect(await on.database.transaction(correctCounts)).toEqual(wrong);
        expect(await wrongCounts(on.database)).toEqual([]);
      }),
      { numRuns: 60 },
    );
    const organization = await on.organization();
    await on.createRequest(organization);
    expect(await wrongCounts(on.database)).toEqual([]);
  });

  it('stays right where rows are written while it is corrected', async () => {
    const organization = await on.organization();
    await on.database.rows(sql`delete from signature_request_quarters`);
    await Promise.all([
      ...Array.from({ length: 8 }, () => on.createRequest(organization)),
      on.database.transaction(correctCounts),
      on.database.transaction(correctCounts),
    ]);
    await on.database.transaction(correctCounts);
    expect(await wrongCounts(on.database)).toEqual([]);
  });

  it('begins with the names that requests had before they were counted', async () => {
    const [counting] = readMigrations().filter(({ name }) => name === '0115-name-counts.sql');
    await on.database.transaction(async (tx) => {
      for (const change of ['inserted', 'deleted', 'updated'])
        await tx.script(`drop trigger names_${change} on signature_requests`);
      await tx.script('drop table signature_request_name_counts; drop function name_pattern');
      await tx.script(counting!.text);
    });
    expect(await wrongCounts(on.database)).toEqual([]);
    const [counted] = await on.database.rows(
      sql`select sum(row_count)::integer = (select count(*) from signature_requests) as all from signature_request_name_counts`,
    );
    expect(counted).toEqual({ all: true });
  });
});
