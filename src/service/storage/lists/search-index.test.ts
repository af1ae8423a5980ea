import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import { openTestDatabase } from '../testing/database.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';

// What PostgreSQL does with the statements of a search, among more names than it reads one by one.

const runbook = readFileSync(join(import.meta.dirname, '../../../RUNBOOK.md'), 'utf8');
let on: TestService;
let organization: TestOrganization;
const statements: Sql[] = [];

beforeAll(async () => {
  const database = await openTestDatabase();
  const recording: Database = {
    ...database,
    rows<Row extends object>(query: Sql): Promise<Row[]> {
      statements.push(query);
      return database.rows<Row>(query);
    },
  };
  on = await startTestService({}, { database: recording });
  organization = await on.organization();
  const { id } = await on.createRequest(organization, { name: 'Contrato de arrendamiento' });
  await database.rows(sql`insert into signature_requests (id, organization_id, name, search_name, draft, nom151,
      anonymous_key, content_id, content_kind, content_key, created_at, updated_at)
    select to_hex(n) || substr(r.id, 8), r.organization_id, md5(n::text), md5(n::text), r.draft, r.nom151,
      'anon-' || n, r.content_id, r.content_kind, r.content_key, r.created_at, r.updated_at
    from signature_requests r, generate_series(268435456, 268475456) n where r.id = ${id}`);
  await database.script('analyze');
});
afterAll(() => on.close());

/** The plans of the statements with which a search of the list is answered. */
async function plansOfSearch(): Promise<string> {
  statements.length = 0;
  const search = encodeURIComponent(JSON.stringify({ name: 'arrendamiento' }));
  const found = await on.get(`/signature-requests?search=${search}`, organization.key);
  expect(JSON.stringify(found)).toContain('Contrato de arrendamiento');
  const plans: string[] = [];
  for (const statement of [...statements])
    if (statement.text.includes('search_name'))
      for (const row of await on.database.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`))
        plans.push(row['QUERY PLAN']);
  return plans.join('\n');
}

/** As they are defined. */
const indexesOfNames = (): Promise<object[]> =>
  on.database.rows(sql`select indexdef from pg_indexes where indexdef like '%gin_trgm_ops%' order by 1`);

it('a search of requests reads the trigram index of their names', async () => {
  expect(await plansOfSearch()).toContain('signature_requests_search');
});

it('where pg_trgm came after the migration, the commands of the runbook make the index', async () => {
  const before = await indexesOfNames();
  await on.database.script('drop extension pg_trgm cascade');
  expect(await plansOfSearch()).not.toContain('signature_requests_search');
  const commands = [...runbook.matchAll(/`(create (?:extension|index concurrently) [^`]*)`/g)];
  expect(commands).toHaveLength(3);
  for (const [, command = ''] of commands) await on.database.script(command);
  await on.database.script('analyze');
  expect(await plansOfSearch()).toContain('signature_requests_search');
  expect(await indexesOfNames()).toEqual(before);
});
