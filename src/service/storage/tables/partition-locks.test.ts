import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sql } from '../database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import { areWitnessesPartitioned, partitionWitnesses } from './witness-partitions.ts';

it('whoever writes does not wait for a conversion that waits for somebody else', async () => {
  const on = await startTestService();
  try {
    const { id } = await on.organization();
    let converting: Promise<unknown> | undefined;
    // As a backup that is under way; the embedded database has one connection.
    await on.database.transaction(async (tx) => {
      await tx.rows(sql`select 1 from witnesses limit 1`);
      converting = partitionWitnesses(on.database, '2026-12-01', on.clock.now);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const written = on.database
        .rows(
          sql`insert into witnesses (id, organization_id, kind, hash, created_at, updated_at)
            values (${'6'.repeat(24)}, ${id}, 'interface', ${randomBytes(32).toString('hex')}, now(), now())`,
        )
        .then(() => 'written');
      const late = new Promise((resolve) => setTimeout(() => resolve('late'), 2_000));
      expect(await Promise.race([written, late])).toBe('written');
    });
    await converting;
    expect(await areWitnessesPartitioned(on.database)).toBe(true);
  } finally {
    await on.close();
  }
}, 30_000);
