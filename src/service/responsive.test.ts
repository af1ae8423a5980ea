import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from './storage/database/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './storage/database/database.ts';
import { openDatabaseOnDisk } from './storage/testing/database.ts';
import { measureMachine } from './testing/machine.ts';
import { startTestService } from './testing/service.ts';
import type { TestService } from './testing/service.ts';

// The service answers while its embedded database is busy: on a port, with the database in a folder, as `npm start` has it.

let folder: string;
let database: Database;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-busy-'));
  database = await openDatabaseOnDisk(folder, () => Promise.resolve(undefined));
  service = await startTestService({}, { database });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Milliseconds of each answer of `/healthz` while something goes on. */
async function answersDuring(origin: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { ended: false };
  const ended = work.finally(() => (state.ended = true));
  while (!state.ended) {
    const started = performance.now();
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await ended;
  return times;
}

describe('a service whose embedded database is busy', () => {
  it('ST-3 answers /healthz in under 100 ms while a statement takes seconds', async () => {
    const origin = await service.listen();
    await answersDuring(origin, database.rows(sql`select 1`));
    const machine = measureMachine();
    const times = await answersDuring(
      origin,
      database.rows(sql`select count(*) from generate_series(1, 10000000)`),
    );
    expect(times.length).toBeGreaterThan(10);
    expect(Math.max(...times)).toBeLessThan(100 + 3 * (await machine()));
  });
});
