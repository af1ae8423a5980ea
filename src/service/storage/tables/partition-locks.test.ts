import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sql } from '../database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import { areWitnessesPartitioned, partitionWitnesses } from './witness-partitions.ts';

it('whoever writes does not wait for a conversion that waits for somebody else', async () => {
  const read = await startTestService();
  try {
    const { id } = await read.organization();
    let converting: Promise<unknown> | undefined;
    // As a backup that is under way; the embedded database has one connection.
    await read.database.transaction(async (tx) => {
      await tx.rows(sql`select 1 from witnesses limit 1`);
      converting = partitionWitnesses(read.database, '2026-12-01', read.clock.now);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const written = read.database
        .rows(
          sql`insert into witnesses (id, organization_id, kind, hash, created_at, updated_at)
            values (${'6'.repeat(24)}, ${id}, 'interface', ${randomBytes(32).toString('hex')}, now(), now())`,
        )
        .then(() => 'written');
      const late = new Promise((resolve) => setTimeout(() => resolve('late'), 2_000));
      expect(await Promise.race([written, late])).toBe('written');
    });
    await converting;
    expect(await areWitnessesPartitioned(read.database)).toBe(true);
  } finally {
    await read.close();
  }
}, 30_000);
