import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../storage/database/sql.ts';
import { describe, expect, it } from 'vitest';
import { createAuthorities } from '../authorities/sandbox/sandbox-authorities.ts';
import { openSecret } from '../storage/secret.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { loadAuthorities, storeAuthorities } from './sandbox-authorities.ts';

describe('the sandbox\u2019s own chain', () => {
  it('ST-30 a root that is requested again, also by two at once, stands in the one transaction', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'testigo-ledger-'));
    const database = await openTestDatabase();
    try {
      const secret = await openSecret(folder);
      const now = new Date('2026-11-20T12:00:00.000Z');
      await storeAuthorities(database, secret, await createAuthorities(now, []));
      // Each has a memory of its own, as two processes have.
      const opened = await Promise.all([1, 2].map(() => loadAuthorities(database, secret)));
      const authorities = opened.map((one) => one!.authorities);
      const root = 'ab'.repeat(32);
      const answers = await Promise.all([...authorities, ...authorities].map((one) => one.anchor(root, now)));
      expect(new Set(answers.map((answer) => answer?.txHash)).size).toBe(1);
      const checkpoints = [...authorities, ...authorities].map((one) => one.checkpoint!(root, 7, now));
      expect(await Promise.all(checkpoints)).toEqual([true, true, true, true]);
      const [blocks] = await database.rows<{ count: number }>(
        sql`select count(*) as count from chain_blocks`,
      );
      // Genesis, the contracts, the anchor and the checkpoint.
      expect(blocks?.count).toBe(4);
      await expect(authorities[0]!.checkpoint!('cd'.repeat(32), 7, now)).rejects.toThrow('NotLarger');
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
