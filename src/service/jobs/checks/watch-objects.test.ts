import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '../../settings.ts';
import { openStoreProbe } from '../../storage/objects/check-objects.ts';
import { startS3Server } from '../../storage/testing/s3-server.ts';
import type { S3Server } from '../../storage/testing/s3-server.ts';
import { watchObjects } from './watch-objects.ts';
import type { ObjectWatch } from './watch-objects.ts';

/** The start found the store as it is to be. */
const passed = { hasPassed: () => true, repeat: async () => true };

let server: S3Server;
let watch: ObjectWatch;
let changes: boolean[];
beforeEach(async () => {
  server = await startS3Server();
  changes = [];
  const { s3 } = readSettings(server.settings);
  watch = watchObjects(
    { probe: await openStoreProbe(s3!, 200), checks: passed },
    (isReachable) => changes.push(isReachable),
    20,
  );
  watch.start();
});
afterEach(async () => {
  await watch.stop();
  await server.close();
});

const looks = (): number => server.requests.length;
const untilLooked = async (times = 3): Promise<void> => {
  const before = looks();
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + times));
};

it('ST-31 a store without the object that is looked for is reachable, and nothing is written to it', async () => {
  await untilLooked();
  expect(watch.isReachable()).toBe(true);
  expect(changes).toEqual([]);
  expect(server.requests.every((request) => request.startsWith('HEAD '))).toBe(true);
});

it('ST-31 a store that answers 503, or nothing, is out of reach until it answers again', async () => {
  server.fail({ status: 503, code: 'SlowDown' });
  await vi.waitFor(() => expect(watch.isReachable()).toBe(false));
  server.fail(undefined);
  await vi.waitFor(() => expect(watch.isReachable()).toBe(true));
  const goOn = server.stall();
  await vi.waitFor(() => expect(watch.isReachable()).toBe(false));
  goOn();
  await vi.waitFor(() => expect(watch.isReachable()).toBe(true));
  expect(changes).toEqual([false, true, false, true]);
});

it('ST-31 a refusal comes from a store that answers', async () => {
  server.fail({ status: 403, code: 'AccessDenied' });
  await untilLooked();
  expect(watch.isReachable()).toBe(true);
});
