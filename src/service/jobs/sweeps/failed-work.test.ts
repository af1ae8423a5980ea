import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../commands/run-command.ts';
import { createLog } from '../../http/monitoring/log.ts';
import { removeDocuments } from '../../removal/removed-documents.ts';
import { removeUnsigned } from '../../removal/retention.ts';
import { readSettings } from '../../settings.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { insertRows } from '../../storage/tables/bulk.ts';
import { startS3Server } from '../../storage/testing/s3-server.ts';
import type { S3Server } from '../../storage/testing/s3-server.ts';
import { startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization } from '../../testing/test-data.ts';
import { followOrNote } from '../token-index.ts';
import { readFailing } from '../waiting.ts';
import { stretch } from './attempt-each.ts';
import type { Swept } from './attempt-each.ts';
import { sweepCounts } from './count-sweep.ts';
import { startSweeps } from './start-sweeps.ts';
import { sweepUploads } from './upload-sweep.ts';

const dayMs = 86_400_000;

let store: S3Server;
let on: TestService;
let organization: TestOrganization;
beforeEach(async () => {
  store = await startS3Server();
  on = await startTestService(store.settings);
  organization = await on.organization();
});
afterEach(async () => {
  await on.close();
  await store.close();
});

/** Upload addresses that are over, with bytes that a cut PUT left under their keys. */
async function leaveUploads(count: number, name = 'u'): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = `${name}-${String(index).padStart(4, '0')}`;
    return {
      id,
      organization_id: organization.id,
      token_digest: `digest of ${id}`,
      content_key: `${organization.id}/${id}/a.txt`,
      file_path: 'a.txt',
      md5: '0'.repeat(32),
      expires_at: new Date(on.clock.now.getTime() - 2 * dayMs),
      created_at: on.clock.now,
    };
  });
  await insertRows(on.database, 'uploads', rows);
  for (const { content_key: key } of rows) store.objects.set(key, Buffer.from('late'));
  return rows.map(({ content_key: key }) => key);
}

/** Bytes whose rows are gone. */
async function leaveDocuments(count: number): Promise<string[]> {
  const keys = Array.from(
    { length: count },
    (_, index) => `${organization.id}/${String(index).padStart(4, '0')}`,
  );
  await insertRows(
    on.database,
    'removed_contents',
    keys.map((key) => ({
      content_key: key,
      organization_id: organization.id,
      removed_at: on.clock.now,
    })),
  );
  for (const key of keys) store.objects.set(key, Buffer.from('gone'));
  return keys;
}

const refuse = (...keys: (string | undefined)[]): void =>
  store.fail({ status: 403, code: 'AccessDenied', keys: new Set(keys.filter((key) => key !== undefined)) });

interface FailedRow {
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  readonly last_error: string;
  /** Until the next attempt. */
  readonly seconds: number | null;
}
const failed = (): Promise<FailedRow[]> =>
  on.database.rows(sql`select kind, key, attempts, last_error,
    extract(epoch from next_attempt_at - clock_timestamp())::double precision as seconds
    from failed_work order by kind, key`);
const uploadsLeft = async (): Promise<string[]> =>
  (await on.database.rows<{ key: string }>(sql`select content_key as key from uploads order by 1`)).map(
    ({ key }) => key,
  );
const failing = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await readFailing(on.database)).filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]),
  );
const makeDue = (): Promise<object[]> => on.database.rows(sql`update failed_work set next_attempt_at = null`);

/** An item that failed so often that its next attempt but one is an hour away. */
const failedBefore = (kind: string, key: string): Promise<void> =>
  insertRows(on.database, 'failed_work', [
    { kind, key, attempts: 12, next_attempt_at: null, last_error: 'error' },
  ]);

async function command(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await runCommand(args, {
    settings: readSettings({ TESTIGO_SANDBOX: '0' }),
    print: (line) => void lines.push(line),
    open: () => Promise.resolve({ database: on.database, close: () => Promise.resolve() }),
  });
  return lines.join('\n');
}

/** Rows of a table that nothing can remove or write any more, as by a trigger that somebody added. */
const forbid = (table: string, event: 'insert' | 'delete', which = 'true'): Promise<void> =>
  on.database.script(`create function refuse_it() returns trigger language plpgsql as
      $$ begin if ${which} then raise exception 'This row stays.'; end if; return coalesce(old, new); end $$;
    create trigger refuse_it before ${event} on ${table} for each row execute function refuse_it()`);
const allow = (table: string): Promise<void> =>
  on.database.script(`drop trigger refuse_it on ${table}; drop function refuse_it()`);

describe('what a sweep cannot remove', () => {
  it('ST-52 of many objects one that the store refuses stops no other, is listed and counted, and goes at last', async () => {
    const keys = await leaveUploads(30);
    const [, , refused] = keys;
    refuse(refused);
    const swept = await sweepUploads(on.service);
    expect([swept.count, swept.errors.length]).toEqual([29, 1]);
    expect(await uploadsLeft()).toEqual([refused]);
    expect([...store.objects.keys()]).toEqual([refused]);
    const [row] = await failed();
    expect(row).toMatchObject({ kind: 'upload', key: 'u-0002', attempts: 1 });
    expect(row?.last_error).toContain('AccessDenied');
    expect(await failing()).toEqual({ upload: 1 });
    expect(await command('retry', 'list')).toMatch(/^upload u-0002: failed 1 times, next 20.*AccessDenied/);

    // It waits, and the store receives no call for it.
    await on.database.rows(
      sql`update failed_work set next_attempt_at = next_attempt_at + interval '1 minute'`,
    );
    const requests = store.requests.length;
    expect(await sweepUploads(on.service)).toEqual({ count: 0, errors: [] });
    expect(store.requests.length).toBe(requests);
    expect(await command('retry', 'now', '--item', 'u-0002')).toBe('Due at once: upload u-0002.');
    store.fail(undefined);
    expect(await sweepUploads(on.service)).toEqual({ count: 1, errors: [] });
    expect([await uploadsLeft(), await failed(), await failing()]).toEqual([[], [], {}]);
    expect(await command('retry', 'list')).toBe('Nothing failed the last time.');
  });

  it('ST-52 waits twice as long after each attempt that fails, at last an hour', async () => {
    refuse(...(await leaveUploads(1)));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      await sweepUploads(on.service);
      const [row] = await failed();
      expect(row?.attempts).toBe(attempt);
      waits.push(Number(row?.seconds));
      await makeDue();
    }
    for (const [index, seconds] of waits.entries()) {
      const wait = Math.min(2 ** index, 3600);
      expect(seconds).toBeLessThanOrEqual(wait);
      // On a busy machine the look itself takes a moment.
      expect(seconds).toBeGreaterThan(wait - 12);
    }
  });

  it('ST-52 whatever is refused and whenever, the others go, and everything once it may', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.uniqueArray(fc.nat({ max: 11 })), { maxLength: 3 }),
        async (count, rounds) => {
          const keys = await leaveUploads(count, `round-${(round += 1)}`);
          for (const refused of rounds) {
            const stays = refused.flatMap((index) => keys[index] ?? []);
            const before = await uploadsLeft();
            refuse(...stays);
            await makeDue();
            await sweepUploads(on.service);
            const left = before.filter((key) => stays.includes(key));
            expect(await uploadsLeft()).toEqual(left);
            // Neither more nor less is remembered than what is left.
            expect((await failed()).map(({ key }) => key)).toEqual(left.map((key) => key.split('/')[1]));
          }
          store.fail(undefined);
          await makeDue();
          await sweepUploads(on.service);
          expect([await uploadsLeft(), await failed(), store.objects.size]).toEqual([[], [], 0]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('ST-52 a process that ends at any step leaves nothing that the next one does not finish', async () => {
    for (let cut = 1; ; cut += 1) {
      const keys = await leaveUploads(4, `cut-${cut}`);
      refuse(keys[1]);
      let steps = 0;
      const step = <T>(run: () => Promise<T>): Promise<T> =>
        (steps += 1) >= cut ? Promise.reject(new Error('ended')) : run();
      const { database, objects } = on.service;
      const ending = {
        ...on.service,
        database: {
          ...database,
          rows: <Row extends object>(query: Sql) => step(() => database.rows<Row>(query)),
        },
        objects: { ...objects, remove: (key: string) => step(() => objects.remove(key)) },
      };
      const ended = await sweepUploads(ending).catch((error: unknown) => error);
      store.fail(undefined);
      await makeDue();
      await sweepUploads(on.service);
      expect([await uploadsLeft(), await failed(), store.objects.size], `ended at ${cut}`).toEqual([
        [],
        [],
        0,
      ]);
      if (steps < cut) break;
      expect(ended).toMatchObject({ message: 'ended' });
    }
  });

  it('ST-52 two workers at once remove each object once, and count one attempt of what fails', async () => {
    const keys = await leaveUploads(stretch + 20);
    refuse(keys[7]);
    await failedBefore('upload', 'u-0007');
    const swept = await Promise.all([sweepUploads(on.service), sweepUploads(on.service)]);
    expect(swept[0].count + swept[1].count).toBe(stretch + 19);
    const removals = store.requests.filter((request) => request.startsWith('DELETE'));
    expect(new Set(removals).size).toBe(stretch + 20);
    expect(removals).toHaveLength(stretch + 20);
    expect(await failed()).toMatchObject([{ key: 'u-0007', attempts: 13 }]);

    const documents = await leaveDocuments(stretch + 20);
    refuse(documents[7]);
    await failedBefore('document', documents[7] ?? '');
    await Promise.all([removeDocuments(on.service), removeDocuments(on.service)]);
    expect([...store.objects.keys()].sort()).toEqual([keys[7], documents[7]].sort());
    expect(await failed()).toMatchObject([
      { kind: 'document', attempts: 13 },
      { kind: 'upload', attempts: 13 },
    ]);
  });

  it('ST-52 a store that is away receives the calls of one stretch and no more', async () => {
    await leaveDocuments(2 * stretch + 10);
    store.fail({ status: 403, code: 'AccessDenied' });
    expect((await removeDocuments(on.service)).errors).toHaveLength(stretch);
    expect(await failing()).toEqual({ document: stretch });
    await on.database.rows(sql`update failed_work set next_attempt_at = now() + interval '1 hour'`);
    // What waits hides nothing behind it.
    store.fail(undefined);
    expect(await removeDocuments(on.service)).toEqual({ count: stretch + 10, errors: [] });
    await makeDue();
    expect(await removeDocuments(on.service)).toEqual({ count: stretch, errors: [] });
    expect([store.objects.size, await failed()]).toEqual([0, []]);
  });

  it('ST-52 documents that are locked are no failures, and end no sweep', async () => {
    const keys = await leaveDocuments(stretch + 20);
    const locked = new Set(keys.slice(0, stretch));
    const objects = {
      ...on.service.objects,
      erase: async (key: string) =>
        locked.has(key)
          ? { version: 'first', lockedUntil: new Date(on.clock.now.getTime() + dayMs) }
          : on.service.objects.erase(key),
    };
    expect(await removeDocuments({ ...on.service, objects })).toEqual({ count: 20, errors: [] });
    expect(await failed()).toEqual([]);
  });

  it('ST-52 what is no longer to be done is no failure any more', async () => {
    const [key] = await leaveUploads(1);
    refuse(key);
    await sweepUploads(on.service);
    await on.database.script('delete from uploads');
    await sweepUploads(on.service);
    expect(await failed()).toEqual([]);
  });
});

describe('what the database refuses', () => {
  it('ST-52 of requests that are too old one that cannot be removed stops no other', async () => {
    const drafts = [];
    for (let made = 0; made < 5; made += 1)
      drafts.push(await on.createRequest(organization, { draft: true }));
    on.clock.now = new Date(on.clock.now.getTime() + 30 * dayMs);
    const ids = drafts.map(({ id }) => id);
    const left = async (): Promise<string[]> =>
      (await on.database.rows<{ id: string }>(sql`select id from signature_requests`)).map(({ id }) => id);
    await forbid('signature_requests', 'delete', `old.id = '${ids[1]}'`);
    const swept = await removeUnsigned(on.service, 20);
    expect([swept.count, swept.errors.length]).toEqual([4, 1]);
    expect(await left()).toEqual([ids[1]]);
    expect(await failed()).toMatchObject([
      { kind: 'request', key: ids[1], attempts: 1, last_error: expect.stringContaining('This row stays.') },
    ]);
    expect(await command('retry', 'now')).toBe(`Due at once: request ${ids[1]}.`);
    expect((await removeUnsigned(on.service, 20)).errors).toHaveLength(1);
    expect(await failed()).toMatchObject([{ attempts: 2 }]);
    await allow('signature_requests');
    await makeDue();
    expect(await removeUnsigned(on.service, 20)).toEqual({ count: 1, errors: [] });
    expect([await left(), await failed()]).toEqual([[], []]);
  });

  it('ST-52 a request that is not too old any more is no failure', async () => {
    const { id } = await on.createRequest(organization, { draft: true });
    on.clock.now = new Date(on.clock.now.getTime() + 30 * dayMs);
    await forbid('signature_requests', 'delete');
    await removeUnsigned(on.service, 20);
    expect(await failing()).toEqual({ request: 1 });
    await on.database.rows(
      sql`update signature_requests set updated_at = ${on.clock.now.toISOString()}::timestamptz where id = ${id}`,
    );
    await removeUnsigned(on.service, 20);
    expect(await failed()).toEqual([]);
  });

  it('ST-52 one table of counts that cannot be added up stops no other', async () => {
    const request = await on.createRequest(organization);
    for (let made = 0; made < 25; made += 1) {
      const subject = await on.subject({ linkedTo: organization.id });
      await on.invite(organization, request.id, subject.id);
      await on.createRequest(organization, { draft: true });
    }
    const rowsOf = async (): Promise<number[]> => {
      const counts = await on.database.rows<{ invites: number; requests: number }>(
        sql`select (select count(*) from invite_counts) as invites,
          (select count(*) from signature_request_counts) as requests`,
      );
      return counts.flatMap(({ invites, requests }) => [invites, requests]);
    };
    const before = await rowsOf();
    expect(Math.min(...before)).toBeGreaterThan(20);
    await forbid('invite_counts', 'delete');
    expect((await sweepCounts(on.database)).errors).toHaveLength(1);
    const [invites = 0, requests = 0] = await rowsOf();
    expect([invites, requests < 5]).toEqual([before[0], true]);
    expect(await failed()).toMatchObject([{ kind: 'count', key: 'invite_counts', attempts: 1 }]);
    await allow('invite_counts');
    // Before its time it is left alone.
    await on.database.rows(sql`update failed_work set next_attempt_at = now() + interval '1 hour'`);
    await sweepCounts(on.database);
    expect((await rowsOf())[0]).toBe(before[0]);
    await makeDue();
    expect((await sweepCounts(on.database)).errors).toEqual([]);
    expect((await rowsOf())[0]).toBeLessThan(5);
    expect(await failed()).toEqual([]);
  });

  it('ST-52 a block that cannot be followed is remembered until it is', async () => {
    const contract = { network: 1, address: `0x${'ab'.repeat(20)}` };
    await on.database.script('alter table indexed_blocks rename to moved_blocks');
    await expect(followOrNote(on.database, contract)).rejects.toThrow('indexed_blocks');
    expect(await failed()).toMatchObject([{ kind: 'token-index', key: contract.address, attempts: 1 }]);
    expect(await failing()).toEqual({ 'token-index': 1 });
    await on.database.script('alter table moved_blocks rename to indexed_blocks');
    await followOrNote(on.database, contract);
    expect(await failed()).toEqual([]);
  });
});

describe('a worker', () => {
  it('ST-52 attempts by itself what failed, says so in its log, and is woken by a command', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const [refused] = await leaveUploads(3);
    refuse(refused);
    // Of a retention that was ended.
    await insertRows(on.database, 'failed_work', [
      { kind: 'request', key: 'r', attempts: 3, next_attempt_at: null, last_error: 'error' },
    ]);
    const sweeps = startSweeps(on.service, log, undefined, 50);
    try {
      await expect.poll(async () => (await failed()).map(({ kind }) => kind)).toEqual(['upload']);
      await expect.poll(async () => (await failed())[0]?.attempts ?? 0).toBeGreaterThan(1);
      expect(lines.join('')).toContain(
        'upload addresses that are over, or documents that nothing names, could not be removed; tried again',
      );
      await on.database.rows(sql`update failed_work set next_attempt_at = now() + interval '1 hour'`);
      store.fail(undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await uploadsLeft()).toEqual([refused]);
      await command('retry', 'now');
      await expect.poll(() => failed()).toEqual([]);
      expect([await uploadsLeft(), store.objects.size]).toEqual([[], 0]);
    } finally {
      await sweeps.stop();
    }
  });

  it('ST-52 follows the chain by itself, not before its time', async () => {
    let calls = 0;
    const followChain = async (): Promise<void> => void (calls += 1);
    const service = { ...on.service, ledger: {} as never, followChain }; // nothing here uses the ledger itself
    await insertRows(on.database, 'failed_work', [
      {
        kind: 'token-index',
        key: '0x',
        attempts: 3,
        next_attempt_at: new Date(Date.now() + 3_600_000),
        last_error: 'error',
      },
    ]);
    const sweeps = startSweeps(service, createLog('silent'), undefined, 50);
    try {
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(calls).toBe(0);
      await command('retry', 'now');
      await expect.poll(() => calls).toBeGreaterThan(0);
    } finally {
      await sweeps.stop();
    }
  });
});

it('ST-52 a database that is away is no failure of any object', async () => {
  await leaveUploads(2);
  const lost = (): Promise<never> => Promise.reject(new Error('away'));
  const { database } = on.service;
  const away = { ...on.service, database: { ...database, rows: lost } };
  await expect(sweepUploads(away)).rejects.toThrow('away');
  const swept: Swept = await sweepUploads(on.service);
  expect(swept).toEqual({ count: 2, errors: [] });
});
