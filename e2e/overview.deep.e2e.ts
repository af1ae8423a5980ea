import { rm } from 'node:fs/promises';
import { openDatabase } from '#service/storage/database/database.ts';
import { sql } from '#service/storage/database/sql.ts';
import { copyPreparedData } from './prepared-data.ts';
import { settledScreen } from './screen-state.ts';
import { expect, startService, test as base } from './service.ts';
import { enterDemo } from './staff.ts';
import { goInApp } from './stories.ts';

const organizationName = 'Grupo Ceibal';
const open = 5_000;
const rejected = 700;
const people = 25_000;

/** A service with the demo, and in its first organization thousands of requests and links that are older than all of it. */
const test = base.extend({
  service: [
    async ({ environment }, use) => {
      const folder = await copyPreparedData('testigo-large-');
      const first = await startService(environment, folder);
      const { organizations } = (await (await fetch(`${first.origin}/sandbox/session`)).json()) as {
        organizations: { id: string; name: string }[];
      };
      await first.stop();
      const id = organizations.find(({ name }) => name.startsWith(organizationName))!.id;
      const database = await openDatabase({ dataFolder: folder });
      await database.transaction(async (tx) => {
        await tx.rows(sql`
          insert into signature_requests (id, organization_id, name, search_name, draft, nom151, finalized, anonymous_key,
            content_id, content_kind, content_key, rejected_at, created_at, updated_at)
          select 'e' || lpad(to_hex(n), 23, '0'), ${id}, 'Contrato antiguo ' || n, 'contrato antiguo ' || n, false, false, false,
            'anon-large-' || n, 'd' || lpad(to_hex(n), 23, '0'), sample.content_kind, sample.content_key,
            case when n <= ${rejected} then now() - interval '90 days' end,
            now() - interval '100 days' - n * interval '1 hour', now() - interval '90 days'
          from generate_series(1, ${rejected + open}) n,
            (select content_kind, content_key from signature_requests
             where organization_id = ${id} and content_kind = 'pdf' limit 1) sample`);
        await tx.rows(sql`
          insert into invites (id, signature_request_id, subject_id, status, rejected_at, created_at, updated_at)
          select 'c' || lpad(to_hex(n), 23, '0'), 'e' || lpad(to_hex(n), 23, '0'), sample.subject_id,
            case when n <= ${rejected} then 'REJECTED' else 'PENDING' end,
            case when n <= ${rejected} then now() - interval '90 days' end, now() - interval '100 days', now()
          from generate_series(1, ${rejected + open}) n,
            (select subject_id from organization_links where organization_id = ${id} limit 1) sample`);
        await tx.rows(sql`
          insert into subjects select (jsonb_populate_record(sample.subject, jsonb_build_object('id', 'b' || lpad(to_hex(n), 23, '0'),
            'serial_number', 'L' || n, 'evm_address', '0x' || lpad(to_hex(n), 40, '0')))).*
          from generate_series(1, ${people}) n, (select s as subject from subjects s limit 1) sample`);
        await tx.rows(sql`
          insert into organization_links (id, organization_id, subject_id, created_at, updated_at)
          select 'a' || lpad(to_hex(n), 23, '0'), ${id}, 'b' || lpad(to_hex(n), 23, '0'), now(), now()
          from generate_series(1, ${people}) n`);
      });
      await database.close();
      const service = await startService(environment, folder);
      await use(service);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('5,700 old requests and 25,000 links: the overview names the oldest first, in at most ten calls', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await enterDemo(page, '/settings');
  await settledScreen(page, { timeoutMs: 30_000, quietMs: 1_000 });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/rest/')) calls.push(pathname + decodeURIComponent(search));
  });
  await goInApp(page, '/');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/5,\d{3} asuntos por atender$/, { timeout: 60_000 });
  await settledScreen(page, { timeoutMs: 30_000, quietMs: 500 });
  // The frame looks at its two counts every 15 s, whatever is open.
  const own = calls.filter((call) => !call.includes('"size":1}'));
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(10);
  expect(own.filter((call) => /"page":[^1]/.test(call))).toEqual([]);
  const queue = page.getByRole('list', { name: 'Asuntos por atender' });
  await expect(queue.getByRole('listitem').first()).toContainText(`Contrato antiguo ${rejected}`);
  await page.getByRole('button', { name: /^Sin respuesta/ }).click();
  await expect(queue.getByRole('listitem').first()).toContainText(`Contrato antiguo ${rejected + open}`);
});
