import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepUploads } from '../jobs/sweeps/upload-sweep.ts';
import { sql } from '../storage/database/sql.ts';
import { startS3Server } from '../storage/testing/s3-server.ts';
import type { S3Server } from '../storage/testing/s3-server.ts';
import { pdfBytes, startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { removeDocuments } from './removed-documents.ts';
import type { EraseTools } from './removed-documents.ts';
import { removeUnnamed } from './unnamed-contents.ts';

const dayMs = 86_400_000;

let server: S3Server;
let on: TestService;
let tools: EraseTools;
let organization: TestOrganization;
beforeEach(async () => {
  server = await startS3Server();
  on = await startTestService({
    ...server.settings,
    TESTIGO_S3_DIRECT: server.endpoint,
    TESTIGO_PUBLIC_URL: 'http://127.0.0.1:4310',
    TESTIGO_UPLOADS_PER_KEY: '100',
  });
  tools = { database: on.database, objects: on.service.objects, now: on.service.now };
  organization = await on.organization();
});
afterEach(async () => {
  await on.close();
  await server.close();
});

const digest = (name: string, bytes: Uint8Array): string => createHash(name).update(bytes).digest('hex');
const later = (days: number): void => void (on.clock.now = new Date(on.clock.now.getTime() + days * dayMs));
const received = (): Promise<string> => on.upload(organization.key, pdfBytes());

const create = (key: string, draft = false): Promise<Response> =>
  on.request('/rest/v1/signature-request', {
    method: 'POST',
    as: organization.key,
    body: { input: { name: 'A', draft, content: { pdf: key }, organization: organization.id } },
  });

/** Bytes that are put into the store itself, and completed by a request that is refused for another reason. */
async function completed(): Promise<string> {
  const bytes = Buffer.from('no PDF, which is found out once the bytes are content');
  const { url, key } = await on.get<{ url: string; key: string }>(
    `/sign-file-url?filePath=a.pdf&md5Checksum=${digest('md5', bytes)}`,
    organization.key,
  );
  const exchanged = await on.request(url, {
    method: 'POST',
    body: { size: bytes.byteLength, sha256: digest('sha256', bytes) },
  });
  const address = (await exchanged.json()) as { url: string; headers: Record<string, string> };
  await fetch(address.url, { method: 'PUT', headers: address.headers, body: bytes });
  expect((await create(key)).status).toBe(422);
  return key;
}

const rowsOf = async (key: string): Promise<number> =>
  (
    await on.database.rows(sql`select 1 from uploads where content_key = ${key}
      union all select 1 from contents where content_key = ${key}
      union all select 1 from removed_contents where content_key = ${key}`)
  ).length;
const sweep = async (): Promise<number> => {
  const { count, errors } = await removeUnnamed(tools);
  expect(errors).toEqual([]);
  await removeDocuments(tools);
  return count;
};

describe('documents that no request names', () => {
  it('UP-14 go with their bytes thirty days after they were received, whichever way they came', async () => {
    const keys = [await received(), await completed()];
    later(30);
    expect(await sweep()).toBe(0);
    expect(await Promise.all(keys.map(rowsOf))).toEqual([2, 2]);
    later(1);
    expect(await sweep()).toBe(2);
    expect(await Promise.all(keys.map(rowsOf))).toEqual([0, 0]);
    expect(keys.filter((key) => server.objects.has(key))).toEqual([]);
    for (const key of keys) {
      const answer = await create(key);
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('No uploaded content'),
      ]);
    }
  });

  it('UP-14 stay where a request or a draft names them, or came to do so late', async () => {
    const [sent, draft, late] = [await received(), await received(), await received()];
    expect((await create(sent)).status).toBe(200);
    expect((await create(draft, true)).status).toBe(200);
    later(29);
    expect((await create(late)).status).toBe(200);
    later(300);
    expect(await sweep()).toBe(0);
    for (const key of [sent, draft, late]) {
      expect([key, await rowsOf(key)]).toEqual([key, 2]);
      expect(server.objects.has(key)).toBe(true);
    }
  });

  it('UP-14 are looked for among those alone that were not looked at before', async () => {
    const first = await received();
    expect((await create(first)).status).toBe(200);
    later(31);
    expect(await sweep()).toBe(0);
    const progress = await on.database.rows<{ value: string }>(
      sql`select value from service_state where name = 'unnamed-contents'`,
    );
    const [row] = await on.database.rows<{ id: string; received_at: Date }>(
      sql`select id, received_at from uploads where content_key = ${first}`,
    );
    expect(progress).toEqual([{ value: `${row?.received_at.toISOString()} ${row?.id}` }]);
    const second = await received();
    later(31);
    expect(await sweep()).toBe(1);
    expect(await rowsOf(second)).toBe(0);
  });

  it('UP-14 ST-52 one that cannot be removed stops no other, and is attempted again', async () => {
    const [stuck, other] = [await received(), await received()];
    later(31);
    await on.database.rows(sql`create function refuse_removal() returns trigger language plpgsql
      as $$ begin raise exception 'not now'; end $$`);
    await on.database.script(
      `create trigger refuse_removal before delete on contents for each row
        when (old.content_key = '${stuck}') execute function refuse_removal()`,
    );
    const { count, errors } = await removeUnnamed(tools);
    expect([count, errors.length]).toEqual([1, 1]);
    expect([await rowsOf(stuck), server.objects.has(stuck)]).toEqual([2, true]);
    await on.database.rows(sql`drop trigger refuse_removal on contents`);
    // The sweep of addresses does not forget it.
    await sweepUploads(on.service);
    await on.database.rows(sql`update failed_work set next_attempt_at = null`);
    expect(await sweep()).toBe(1);
    expect([await rowsOf(stuck), server.objects.has(stuck)]).toEqual([0, false]);
    expect(await on.database.rows(sql`select 1 from failed_work`)).toEqual([]);
    expect(await rowsOf(other)).toBe(0);
  });

  it('UP-14 a request that is created during the sweep has its document, or is refused', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, received));
    later(31);
    const [answers] = await Promise.all([Promise.all(keys.map((key) => create(key))), removeUnnamed(tools)]);
    await removeDocuments(tools);
    for (const [index, { status }] of answers.entries()) {
      const key = keys[index] ?? '';
      expect([200, 422]).toContain(status);
      expect([status, await rowsOf(key), server.objects.has(key)]).toEqual(
        status === 200 ? [200, 2, true] : [422, 0, false],
      );
    }
  });
});
