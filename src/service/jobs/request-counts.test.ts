import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimit } from '../http/guards/rate-limit.ts';
import { createVersionReader } from '../storage/database/data-version.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../storage/testing/database.ts';
import { createRequestCounts } from './request-counts.ts';

describe('limits of requests that instances share', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const clock = { now: 0 };
  const instance = (most: number) => {
    const limit = createRateLimit(most, () => clock.now);
    const counts = createRequestCounts([{ kind: 'key', limit, most }]);
    const call = (key: string, times: number): number => {
      let passed = 0;
      for (let call = 0; call < times; call += 1) if (limit.check(key) === undefined) passed += 1;
      return passed;
    };
    return { call, exchange: (instances: number) => counts.exchange(database, instances) };
  };

  it('ST-49 AU-6 two instances together let a caller through as often as one, once they exchanged their counts', async () => {
    const [first, second] = [instance(100), instance(100)];
    expect(first.call('a', 60)).toBe(60);
    await first.exchange(2);
    await second.exchange(2);
    expect(second.call('a', 60)).toBe(40);
    expect(second.call('b', 60)).toBe(60);
    await second.exchange(2);
    await first.exchange(2);
    expect(first.call('a', 10)).toBe(0);
    expect(first.call('b', 60)).toBe(40);
    // The rest of the minute is the same for both.
    clock.now += 61_000;
    await first.exchange(2);
    await second.exchange(2);
    await first.exchange(2);
    expect(first.call('a', 101)).toBe(100);
  });

  it('ST-49 callers that stay far below their limit are not written, so lists stay in memory', async () => {
    const [first, second] = [instance(6000), instance(6000)];
    const version = createVersionReader(database);
    first.call('quiet', 290);
    const before = await version();
    await first.exchange(2);
    await second.exchange(2);
    expect(await version()).toBe(before);
    first.call('quiet', 10);
    await first.exchange(2);
    expect(await version()).not.toBe(before);
  });

  it('ST-49 one instance alone writes and reads nothing', async () => {
    const only = instance(10);
    only.call('a', 10);
    const before = await database.version();
    await only.exchange(1);
    expect(await database.version()).toBe(before);
  });
});
