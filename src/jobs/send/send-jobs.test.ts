import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { baseUrl, clientOf, type RecordedRequest } from '#client/testing/answers.ts';
import { newDraft } from '../drafts/draft-shape.ts';
import { drafts } from '../drafts/drafts.ts';
import { underLocks } from '../engine/locks.ts';
import { storedData } from '../store/stored-data.ts';
import { sendPlan } from '../testing/send-plan.ts';
import { injectedFaults, sendService } from '../testing/send-service.ts';
import { sendJobs } from './send-jobs.ts';
import { isPlanOpen } from './send-job.ts';
import type { SendJob, SendPlan } from './send-record.ts';
import { sends } from './sends.ts';

// Each test has a scope and an id of its own: an erasing is heard by the tests of other files too.
let scope = '';
let id = '';
function beginAnew(): void {
  id = crypto.randomUUID();
  scope = `${baseUrl}#${id}`;
}

const plan: SendPlan = { ...sendPlan, signers: [{ id: 's1', name: 'Uno' }] };

const bytes = (text: string): File => new File([text], 'documento.txt', { type: 'text/plain' });

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

async function storeDraft(): Promise<void> {
  await drafts(scope).write({ ...newDraft(scope), id, kind: 'text', text: 'abc' });
  await drafts(scope).writeFile(id, bytes('abc'));
}

beforeEach(() => {
  stubLocks();
  beginAnew();
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
    await storeDraft();
    const failed = await jobs.start(id, plan, bytes('abc'));
    expect(failed).toMatchObject({ status: 'failed', retryAt: expect.any(String) as string });
    await jobs.discard(id);
    isOnline = true;
    expect(await jobs.run(id, { isOnline: true })).toBeUndefined();
    await jobs.resume({ id });
    expect(service.seen).toEqual([]);
    expect(await drafts(scope).read(id)).toBeUndefined();
    expect(await sends(scope).list()).toEqual([]);
    expect(await sends(scope).readFile(id)).toBeUndefined();
  });

  it('while it is being sent is discarded after that, and what was sent stays known', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const service = sendService();
    const jobs = controlsOf(async (...call) => {
      await held;
      return service.fetch(...call);
    });
    await storeDraft();
    const sending = jobs.start(id, plan, bytes('abc'));
    const discarding = jobs.discard(id);
    release();
    expect(await sending).toMatchObject({ status: 'done' });
    await discarding;
    expect(await sends(scope).read(id)).toMatchObject({ status: 'done' });
    expect(await drafts(scope).read(id)).toBeUndefined();
  });
});

it('A send that is under way goes no further once everything is erased', async () => {
  const service = sendService();
  const jobs = controlsOf(async (...call) => {
    const answer = await service.fetch(...call);
    if (service.records.files.size > 0) await storedData(scope).erase();
    return answer;
  });
  await storeDraft();
  await jobs.start(id, plan, bytes('abc'));
  expect(service.records).toMatchObject({ requests: [], invites: [] });
  expect(await sends(scope).list()).toEqual([]);
});

describe('What is corrected after a send failed', () => {
  const corrected: SendPlan = {
    ...plan,
    name: 'Corregido',
    signers: [...plan.signers, { id: 's2', name: 'Dos' }],
  };
  const isCreate = ({ method, url }: RecordedRequest): boolean =>
    method === 'POST' && url.pathname.endsWith('/signature-request');
  const uploads = ({ seen }: ReturnType<typeof sendService>): number =>
    seen.filter(({ url }) => url.pathname.startsWith('/uploads/')).length;

  it('is what is sent, and bytes that did not change are not uploaded again', async () => {
    const service = sendService((call) => (isCreate(call) && nameOf(call) === 'Contrato' ? 'no' : 'none'));
    const jobs = controlsOf(service.fetch);
    await storeDraft();
    expect(await jobs.start(id, plan, bytes('abc'))).toMatchObject({ failure: { kind: 'rule' } });
    expect(await jobs.start(id, corrected, bytes('abc'))).toMatchObject({ status: 'done', plan: corrected });
    expect(service.records.requests.map(({ name }) => name)).toEqual(['Corregido']);
    expect(service.records.invites.map(({ subject }) => subject)).toEqual(['s1', 's2']);
    expect(uploads(service)).toBe(1);
  });

  it('is uploaded anew where the document changed', async () => {
    const service = sendService((call) => (isCreate(call) && nameOf(call) === 'Contrato' ? 'no' : 'none'));
    const jobs = controlsOf(service.fetch);
    await storeDraft();
    await jobs.start(id, plan, bytes('abc'));
    const md5 = '1'.repeat(32);
    await jobs.start(id, { ...corrected, md5, size: 4 }, bytes('abcd'));
    expect(service.records.requests).toMatchObject([{ name: 'Corregido', key: 'org/x/contrato.pdf/1' }]);
    expect(uploads(service)).toBe(2);
    const last = service.seen.findLast(({ url }) => url.pathname.startsWith('/uploads/'));
    expect(await (last?.init.body as Blob).text()).toBe('abcd');
  });

  it('changes nothing of a create that is in doubt or was made', async () => {
    const service = sendService((call) => (isCreate(call) ? 'after' : 'none'));
    const jobs = controlsOf(service.fetch);
    await storeDraft();
    const failed = await jobs.start(id, plan, bytes('abc'));
    expect(failed).toMatchObject({ status: 'failed', progress: { creating: true } });
    expect(await jobs.start(id, corrected, bytes('abc'))).toEqual(failed);
    await jobs.hold(id);
    expect(await sends(scope).read(id)).toEqual(failed);
    expect(await jobs.resume({ id })).toMatchObject({ status: 'done', plan });
    expect(service.records.requests.map(({ name }) => name)).toEqual(['Contrato']);
  });

  it('is not overtaken by the send as it was before, neither by itself nor from the tray', async () => {
    const service = sendService((call) => (call.url.pathname.startsWith('/uploads/') ? 'busy' : 'none'));
    const jobs = controlsOf(service.fetch);
    await storeDraft();
    expect(await jobs.start(id, plan, bytes('abc'))).toHaveProperty('retryAt');
    await jobs.hold(id);
    const requests = service.seen.length;
    const held = await sends(scope).read(id);
    expect(held).toMatchObject({ status: 'failed', edited: true });
    expect(held).not.toHaveProperty('retryAt');
    await jobs.run(id, { isOnline: true });
    await jobs.resume({ id });
    expect(service.seen).toHaveLength(requests);
  });

  it('ends with one request, whatever failed before and however often it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...injectedFaults), { maxLength: 12 }), async (faults) => {
        beginAnew();
        // What was requested a minute ago is over, whatever came of it.
        vi.useFakeTimers({ toFake: ['Date'] });
        let at = 0;
        const service = sendService(() => faults[at++] ?? 'none');
        const jobs = controlsOf(service.fetch);
        let job: SendJob | undefined;
        for (let turn = 0; turn < 30 && job?.status !== 'done'; turn += 1) {
          const before = job;
          vi.setSystemTime(Date.now() + 60_000);
          job = await jobs.start(id, { ...plan, name: `Contrato ${turn}` }, bytes('abc'));
          if (!before || isPlanOpen(before)) expect(job?.plan.name).toBe(`Contrato ${turn}`);
          else {
            expect(job?.plan.name).toBe(before.plan.name);
            const [request] = service.records.requests;
            const tookPlace = { requestId: request?.id };
            const isAmbiguous = before.failure?.kind === 'ambiguous';
            const decision = request ? { tookPlace } : { createAgain: true };
            job = await jobs.resume({ id }, isAmbiguous ? decision : {});
          }
        }
        expect(job).toMatchObject({ status: 'done' });
        expect(service.records.requests).toMatchObject([{ name: job?.plan.name, draft: false }]);
        expect(service.records.invites).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

const nameOf = ({ body }: RecordedRequest): string => (body as { input: { name: string } }).input.name;
