import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { baseUrl, clientOf } from '#client/testing/answers.ts';
import { newDraft } from '../drafts/draft-shape.ts';
import { drafts } from '../drafts/drafts.ts';
import { underLocks } from '../engine/locks.ts';
import { storedData } from '../store/stored-data.ts';
import { sendPlan } from '../testing/send-plan.ts';
import { sendService } from '../testing/send-service.ts';
import { sendJobs } from './send-jobs.ts';
import type { SendPlan } from './send-record.ts';
import { sends } from './sends.ts';

const scope = `${baseUrl}#`;
const later = new Date(Date.now() + 3_600_000).toISOString();
const plan: SendPlan = { ...sendPlan, signers: [{ id: 's1', name: 'Uno' }] };

/** Controls of single sends as a tab has them, at this service. */
const controlsOf = (fetcher: typeof fetch) =>
  sendJobs({
    scope,
    client: clientOf(fetcher),
    connection: { ...embeddedConnection('https://service.example'), baseUrl },
    fetch: fetcher,
    organizationId: undefined,
    noteChange: () => undefined,
    refresh: () => Promise.resolve(),
    runInOneTab: (locks, run, _affected, signal) => underLocks(locks, run, signal),
  });

/** Web Locks of one browser: each name has one holder, and the others wait. */
function stubLocks(): void {
  const lines = new Map<string, Promise<unknown>>();
  const request = (name: string, _options: object, run: () => Promise<unknown>): Promise<unknown> => {
    const turn = (lines.get(name) ?? Promise.resolve()).then(run, run);
    lines.set(name, turn);
    return turn;
  };
  vi.stubGlobal('navigator', { locks: { request, query: () => Promise.resolve({ held: [] }) } });
}

async function storeDraft(id: string): Promise<void> {
  await drafts(scope).write({ ...newDraft(scope), id, kind: 'text', text: 'abc', updatedAt: later });
  await drafts(scope).writeFile(id, new File(['abc'], 'documento.txt'));
}

beforeEach(async () => {
  stubLocks();
  await storedData().erase();
  // The clock of what follows is after the erasing.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A draft that is discarded', () => {
  it('is not sent by its failed send, whose job and bytes go with it', async () => {
    const service = sendService();
    let isOnline = false;
    const jobs = controlsOf((...call) =>
      isOnline ? service.fetch(...call) : Promise.reject(new TypeError('no network')),
    );
    await storeDraft('d');
    const failed = await jobs.start('d', plan);
    expect(failed).toMatchObject({ status: 'failed', retryAt: expect.any(String) as string });
    await jobs.discard('d');
    isOnline = true;
    expect(await jobs.run('d', { isOnline: true })).toBeUndefined();
    await jobs.resume({ id: 'd' });
    expect(service.seen).toEqual([]);
    expect(await drafts(scope).read('d')).toBeUndefined();
    expect(await sends(scope).list()).toEqual([]);
    expect(await sends(scope).readFile('d')).toBeUndefined();
  });

  it('while it is being sent is discarded after that, and what was sent stays known', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const service = sendService();
    const jobs = controlsOf(async (...call) => {
      await held;
      return service.fetch(...call);
    });
    await storeDraft('d');
    const sending = jobs.start('d', plan);
    const discarding = jobs.discard('d');
    release();
    expect(await sending).toMatchObject({ status: 'done' });
    await discarding;
    expect(await sends(scope).read('d')).toMatchObject({ status: 'done' });
    expect(await drafts(scope).read('d')).toBeUndefined();
  });
});

it('A send that is under way goes no further once everything is erased', async () => {
  const service = sendService();
  const jobs = controlsOf(async (...call) => {
    const answer = await service.fetch(...call);
    if (service.records.files.size > 0) await storedData(scope).erase();
    return answer;
  });
  await storeDraft('d');
  await jobs.start('d', plan);
  expect(service.records).toMatchObject({ requests: [], invites: [] });
  expect(await sends(scope).list()).toEqual([]);
});
