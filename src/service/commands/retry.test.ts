import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../storage/database/sql.ts';
import { readSettings } from '../settings.ts';
import { findAnchor, reserveAnchor } from '../storage/tables/anchor-store.ts';
import { insertRows } from '../storage/tables/bulk.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { attentionAttempts, claimNext, giveBack } from '../storage/tables/work-items.ts';
import { CommandError, CommandFailure } from './command.ts';
import { runCommand } from './run-command.ts';

const roots = ['11'.repeat(32), '22'.repeat(32)] as const;
const sender = `0x${'ab'.repeat(20)}`;
const at = new Date('2026-11-20T12:00:00Z');

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await insertRows(
    database,
    'preservation_batches',
    roots.map((root, index) => ({
      id: `batch-${index}`,
      merkle_root: root,
      size: 1,
      other_hashes: [],
      planned_at: at,
      attempts: 0,
    })),
  );
  await insertRows(database, 'preservation_certificates', [
    { witness_id: 'w1', organization_id: 'o1', hash: 'ab'.repeat(32), spent_at: at, attempts: 0 },
  ]);
  for (const root of roots) await reserveAnchor(database, { root, network: 1, sender, next: 0 }, at);
});
afterAll(() => database.close());

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const code = await runCommand(['retry', ...args], {
    settings: readSettings({ TESTIGO_SANDBOX: '0' }),
    print: (line) => void lines.push(line),
    open: () => Promise.resolve({ database, close: () => Promise.resolve() }),
  });
  expect(code).toBe(0);
  return lines.join('\n');
}

/** Everything of a table that is due fails, and waits an hour. */
async function failAll(table: 'preservation_batches' | 'preservation_certificates'): Promise<string[]> {
  const failed: string[] = [];
  for (let item = await claimNext(database, table); item; item = await claimNext(database, table)) {
    failed.push(item.key);
    await giveBack(database, item, 3_600_000, 'AuthorityFailure: The node answers with status 503.');
  }
  return failed;
}
const hasRetryTimes = async (): Promise<boolean[]> =>
  Promise.all(roots.map(async (root) => (await findAnchor(database, root))?.retryAt !== undefined));

describe('retry by command', () => {
  it('PR-7 lists what failed the last time with its reason, and nothing else', async () => {
    expect(await run('list')).toBe('Nothing failed the last time.');
    expect(await run('now')).toBe('Nothing failed the last time.');
    expect(await failAll('preservation_batches')).toEqual(['batch-0', 'batch-1']);
    expect(await failAll('preservation_certificates')).toEqual(['w1']);
    expect(JSON.parse(await run('list', '--json'))).toMatchObject([
      { kind: 'batch', id: 'batch-0', root: roots[0], attempts: 1 },
      {
        kind: 'batch',
        id: 'batch-1',
        failure: 'AuthorityFailure: The node answers with status 503.',
      },
      { kind: 'certificate', id: 'w1', root: null },
    ]);
    expect(await run('list')).toContain(`batch batch-0 (root ${roots[0]}): failed 1 times, next 20`);
  });

  it('PR-8 says which items failed so often that somebody has to look', async () => {
    const attention = async (): Promise<unknown[]> =>
      (JSON.parse(await run('list', '--json')) as { id: string; needsAttention: boolean }[]).flatMap(
        ({ id, needsAttention }) => (needsAttention ? [id] : []),
      );
    const set = (attempts: number): Promise<unknown> =>
      database.rows(sql`update preservation_certificates set attempts = ${attempts}::integer`);
    await set(attentionAttempts - 1);
    expect(await attention()).toEqual([]);
    await set(attentionAttempts);
    expect(await attention()).toEqual(['w1']);
    expect(await run('list')).toContain(
      `certificate w1: failed ${attentionAttempts} times, needs attention, next 20`,
    );
    await set(1);
  });

  it('PR-7 makes what failed due at once, one of it or all, and roots wait for no back-off', async () => {
    expect(await failAll('preservation_batches')).toEqual([]);
    expect(await run('now', '--item', roots[1])).toBe('Due at once: batch batch-1.');
    expect(await hasRetryTimes()).toEqual([false, true]);
    expect(await failAll('preservation_batches')).toEqual(['batch-1']);
    expect(await failAll('preservation_certificates')).toEqual([]);
    expect(JSON.parse(await run('now', '--json'))).toHaveLength(3);
    expect(await hasRetryTimes()).toEqual([true, true]);
    expect(await failAll('preservation_batches')).toEqual(['batch-0', 'batch-1']);
    expect(await failAll('preservation_certificates')).toEqual(['w1']);
  });

  it('ST-52 lists what a sweep could not do by kind, and makes it due by its id or key', async () => {
    await insertRows(database, 'failed_work', [
      { kind: 'upload', key: 'u1', attempts: 3, next_attempt_at: at, last_error: 'AccessDenied: no' },
      { kind: 'document', key: 'o1/a b.pdf', attempts: 1, next_attempt_at: at, last_error: 'error: x' },
    ]);
    const lines = (await run('list')).split('\n');
    expect(lines.slice(-2)).toEqual([
      'document o1/a b.pdf: failed 1 times, next 2026-11-20T12:00:00.000Z: error: x',
      'upload u1: failed 3 times, next 2026-11-20T12:00:00.000Z: AccessDenied: no',
    ]);
    expect(await run('now', '--item', 'o1/a b.pdf')).toBe('Due at once: document o1/a b.pdf.');
    const rows = await database.rows(
      sql`select key, attempts, next_attempt_at from failed_work order by key`,
    );
    expect(rows).toEqual([
      { key: 'o1/a b.pdf', attempts: 1, next_attempt_at: null },
      { key: 'u1', attempts: 3, next_attempt_at: at },
    ]);
    await run('now');
    expect(
      await database.rows(sql`select 1 from failed_work where next_attempt_at is not null`),
    ).toHaveLength(0);
    await database.script('delete from failed_work');
  });

  it('PR-7 leaves a root alone that is in the chain, and says what there is not', async () => {
    await database.rows(sql`update anchors set tx_hash = ${'0x' + '33'.repeat(32)}, retry_at = null
      where root = ${roots[0]}`);
    await run('now');
    expect(await hasRetryTimes()).toEqual([false, true]);
    await expect(run('now', '--item', 'batch-7')).rejects.toThrow(CommandFailure);
    await expect(run('all')).rejects.toThrow(CommandError);
  });
});
