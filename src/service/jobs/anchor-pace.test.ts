import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../storage/database/sql.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentMillis, currentTime } from '#clock/clock.ts';
import { newAuthorizerKey } from '../authorities/claim-authorizer.ts';
import { createLedger } from '../chain/ledger.ts';
import type { Service } from '../handlers/ports.ts';
import { addWitness } from '../handlers/witnesses/witnesses.ts';
import type { Database } from '../storage/database/database.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import { createConservation } from './conservation.ts';

let on: TestService;
beforeAll(async () => {
  on = await startTestService();
});
afterAll(() => on.close());

it('ST-30 ST-19 900 witnesses over some seconds: no block of the chain runs ahead of the clock', async () => {
  const organization = await on.organization({ nom151: 1 });
  const ledger = createLedger(newAuthorizerKey(), `0x${'a'.repeat(40)}`);
  const service: Service = {
    ...on.service,
    now: currentTime,
    ledger,
    authorities: {
      ...on.authorities,
      anchor: (root, at) => on.database.transaction((tx) => ledger.anchor(tx, root, at)),
      checkpoint: (root, size, at) =>
        on.database.transaction(async (tx) => {
          await ledger.checkpoint(tx, root, size, at);
          return true;
        }),
    },
  };
  const errors: unknown[] = [];
  // A checkpoint each second as well: the chain has two kinds of writers.
  const conservation = createConservation(service, (error) => errors.push(error), 1_000);
  conservation.start();
  const ahead: number[] = [];
  const look = async (): Promise<void> => {
    const now = currentMillis();
    const head = await chainStore(on.database).head();
    ahead.push((head?.timestamp ?? 0) * 1000 - now);
  };
  for (let group = 0; group < 30; group += 1) {
    await on.database.transaction(async (tx) => {
      for (let count = 0; count < 30; count += 1)
        await addWitness(tx, {
          organizationId: organization.id,
          hash: randomBytes(32).toString('hex'),
          kind: 'interface',
          signatureRequestId: null,
          waiting: count % 3 === 0 ? 'WITNESS_CO' : 'MERKLEIZED',
          nom151: false,
          at: currentTime(),
        });
    });
    conservation.wake();
    await sleep(150);
    await look();
  }
  while ((await countWaiting()) > 0) {
    await sleep(100);
    await look();
  }
  await conservation.stop();
  expect(errors).toEqual([]);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(2_000);
  const [proofs] = await on.database.rows<{ future: number }>(sql`
    select count(*) as future from witnesses
    where greatest(merkle_created_at, external_created_at) > ${currentTime().toISOString()}::timestamptz`);
  expect(proofs?.future).toBe(0);
}, 60_000);

/** Starts it, and answers how many witnesses wait still when none does, or after 20 s. No other look comes meanwhile. */
async function leftBy(service: Partial<Service>, pace: number): Promise<number> {
  const conservation = createConservation({ ...on.service, now: currentTime, ...service }, undefined, pace, {
    lookAgain: 600_000,
  });
  conservation.start();
  const end = performance.now() + 20_000;
  while ((await countWaiting()) > 0 && performance.now() < end) await sleep(100);
  await conservation.stop();
  return countWaiting();
}

async function countWaiting(): Promise<number> {
  const [row] = await on.database.rows<{ count: number }>(
    sql`select count(*) as count from witnesses where waiting is not null`,
  );
  return row?.count ?? 0;
}

async function addWaiting(kind: 'MERKLEIZED' | 'WITNESS_CO', count: number): Promise<void> {
  const organization = await on.organization({ nom151: 1 });
  await on.database
    .rows(sql`insert into witnesses (id, organization_id, kind, hash, waiting, created_at, updated_at)
    select encode(substr(sha256((${kind} || n)::bytea), 1, 12), 'hex'), ${organization.id}, 'interface',
      encode(sha256((${kind} || n || 'hash')::bytea), 'hex'), ${kind}, now(), now()
    from generate_series(1, ${count}::bigint) n`);
}

it('ST-30 plans the next batch also where the steps after one took longer than the pace of batches', async () => {
  await addWaiting('MERKLEIZED', 2_500);
  // The look at certificates is one of those steps.
  const database: Database = {
    ...on.database,
    rows: async (query) => {
      if (/from "preservation_certificates"\s+where/.test(query.text)) await sleep(1_200);
      return on.database.rows(query);
    },
  };
  expect(await leftBy({ database }, 600_000)).toBe(0);
}, 60_000);

it('ST-30 appends the rest also where a checkpoint took longer than the pace of checkpoints', async () => {
  await addWaiting('WITNESS_CO', 4_000);
  const { checkpoint } = on.authorities;
  const authorities = {
    ...on.authorities,
    checkpoint: async (...of: Parameters<NonNullable<typeof checkpoint>>) => {
      await sleep(400);
      return checkpoint?.(...of) ?? true;
    },
  };
  expect(await leftBy({ authorities }, 200)).toBe(0);
}, 60_000);
