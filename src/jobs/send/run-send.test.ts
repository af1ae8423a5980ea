import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { clientOf, fakeFetch, json } from '#client/testing/answers.ts';
import { sendPlan } from '../testing/send-plan.ts';
import { injectedFaults, sendService, type InjectedFault, type Offers } from '../testing/send-service.ts';
import { beginSend, createAgain, isDue, leaveOut, allowRetry, tookPlace, type SendHost } from './send-job.ts';
import type { SendJob, SendPlan } from './send-record.ts';
import { runSend } from './run-send.ts';

const plan: SendPlan = {
  ...sendPlan,
  md5: '900150983cd24fb0d6963f7d28e17f72',
  size: 3,
  signers: [
    { id: 's1', name: 'Uno' },
    { id: 's2', name: 'Dos' },
  ],
};

/** A service to whose calls these mishaps happen, one after another. */
function service(faults: readonly InjectedFault[], offers: Offers = { list: true }) {
  let step = 0;
  return sendService(() => faults[step++] ?? 'none', offers);
}

/** What `fetch` is given here is text. */
const addressOf = (input: RequestInfo | URL): string => (typeof input === 'string' ? input : '');

const subjects = ({ invites }: ReturnType<typeof sendService>['records']): string[] =>
  invites.map(({ subject }) => subject).sort();

/** What a person does who has to decide: looks at what is there, and says so or has it made again. */
function decide(job: SendJob, { requests, invites }: ReturnType<typeof sendService>['records']) {
  if (job.failure?.kind !== 'ambiguous') return job;
  const { step, subjectId } = job.failure;
  const request = requests[0];
  if (step === 'create') return request ? tookPlace(job, request.id) : createAgain(job);
  const isThere = invites.some(({ subject }) => subject === subjectId);
  return isThere ? tookPlace(job) : createAgain(job);
}

function hostOf(fetcher: typeof fetch, writtenJobs: SendJob[]): SendHost {
  return {
    client: clientOf(fetcher),
    connection: {
      ...embeddedConnection('https://service.example'),
      baseUrl: 'https://service.example/rest/v1',
    },
    fetch: fetcher,
    readFile: () => Promise.resolve(new Blob(['abc'])),
    sleep: () => Promise.resolve(),
    write: (job) => {
      writtenJobs.push(structuredClone(job));
      return Promise.resolve();
    },
  };
}

describe('sending a request', () => {
  it('uploads, creates as a draft, invites everyone, then sends', async () => {
    const { fetch, records, seen } = service([]);
    const done = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(done).toMatchObject({
      status: 'done',
      progress: { requestId: 'r0', sent: true, invited: { s1: 'i-r0-s1-0', s2: 'i-r0-s2-1' } },
    });
    expect([...records.files]).toEqual([['org/x/contrato.pdf/0', 'kAFQmDzST7DWlj99KOF/cg==']]);
    expect(records.requests).toEqual([
      { id: 'r0', key: 'org/x/contrato.pdf/0', name: 'Contrato', draft: false },
    ]);
    expect(subjects(records)).toEqual(['s1', 's2']);
    const upload = seen.find(({ url }) => url.pathname === '/uploads/0');
    expect(upload?.headers.has('authorization')).toBe(false);
    expect(upload?.init).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  });

  it('SR-6 finds out by itself that a service takes content in a wrapper, after a sure refusal alone', async () => {
    const contents: unknown[] = [];
    const of = (refuses: (seen: object) => Response | undefined) => {
      const { fetch, records } = service([]);
      const live: typeof globalThis.fetch = (input, init) => {
        if (init?.method !== 'POST' || !addressOf(input).endsWith('/signature-request'))
          return fetch(input, init);
        const body = JSON.parse(init.body as string) as { input: { content: Record<string, object> } };
        contents.push(body.input.content);
        const refusal = refuses(body.input.content);
        if (refusal) return Promise.resolve(refusal);
        const flat = { ...body.input, content: body.input.content.PDFContent ?? body.input.content };
        return fetch(input, { ...init, body: JSON.stringify({ input: flat }) });
      };
      return { live, records };
    };
    const variable =
      'Variable "$input" got invalid value; Field "pdf" is not defined by type "ContentInput".';
    for (const refusal of [
      () => json({ errors: [{ message: variable }] }, 500),
      () => json({ message: 'content: unknown member pdf' }, 400),
    ]) {
      const { live, records } = of((content) => ('pdf' in content ? refusal() : undefined));
      const done = await runSend(beginSend('1', 'scope', plan), hostOf(live, []));
      expect(done).toMatchObject({ status: 'done' });
      expect(records.requests).toHaveLength(1);
    }
    const key = { pdf: 'org/x/contrato.pdf/0' };
    expect(contents).toEqual([key, { PDFContent: key }, key, { PDFContent: key }]);
    // What may have been carried out is not tried in another form; and what is refused in both says why the first was.
    contents.length = 0;
    const failing = of(() => json({ message: 'oops' }, 500));
    const failed = await runSend(beginSend('1', 'scope', plan), hostOf(failing.live, []));
    expect(failed).toMatchObject({ failure: { kind: 'server' }, progress: { attempts: 1 } });
    expect(contents).toEqual([key]);
    // Once a look shows that nothing came of it, the other form is next: a gateway may hide its refusal.
    contents.length = 0;
    const hiding = of((content) =>
      'pdf' in content ? json({ message: 'Unexpected error.' }, 500) : undefined,
    );
    const hidden = await runSend(beginSend('1', 'scope', plan), hostOf(hiding.live, []));
    expect(await runSend(hidden, hostOf(hiding.live, []))).toMatchObject({ status: 'done' });
    expect(contents).toEqual([key, { PDFContent: key }]);
    expect(hiding.records.requests).toHaveLength(1);
    const refusing = of((content) => json({ message: Object.keys(content).join() }, 422));
    const refused = await runSend(beginSend('1', 'scope', plan), hostOf(refusing.live, []));
    expect(refused).toMatchObject({
      failure: { kind: 'rule', messages: [{ message: 'pdf' }] },
      progress: { attempts: 0 },
    });
  });

  it('leaves a draft unsent', async () => {
    const { fetch, records } = service([]);
    await runSend(beginSend('1', 'scope', { ...plan, keepAsDraft: true }), hostOf(fetch, []));
    expect(records.requests[0]?.draft).toBe(true);
  });

  it('ends with one request and one invite each, whatever is cut off, refused or crashes, however often it is resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...injectedFaults), { maxLength: 24 }),
        fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 8 }),
        fc.boolean(),
        async (faults, crashes, refusesTwins) => {
          const { fetch, records } = service([...faults], { list: true, refusesTwins });
          const writtenJobs: SendJob[] = [];
          let writes = 0;
          let job = beginSend('1', 'scope', plan);
          for (let tries = 0; tries < 60 && job.status !== 'done'; tries += 1) {
            let dead = false;
            const host = hostOf(fetch, writtenJobs);
            const write = (entry: SendJob): Promise<void> => {
              dead ||= crashes.includes(writes++);
              return dead ? Promise.reject(new Error('the tab is gone')) : host.write(entry);
            };
            await runSend(job, { ...host, write }).catch(() => undefined);
            // After a crash only the stored job remains.
            job = structuredClone(writtenJobs[writtenJobs.length - 1] ?? job);
            job = decide(job, records);
          }
          expect(job.status).toBe('done');
          expect(records.requests).toMatchObject([{ id: 'r0', draft: false }]);
          expect(subjects(records)).toEqual(['s1', 's2']);
          expect(job.progress.requestId).toBe('r0');
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it('looks an unanswered create up behind whatever others made meanwhile', async () => {
    const { fetch, records } = service(['none', 'none', 'after'], { list: true, others: 230 });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    const done = await runSend(cut, hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { requestId: 'r0' } });
    expect(records.requests).toHaveLength(1);
  });

  it('asks the reader when too much was made meanwhile to look through', async () => {
    const { fetch } = service(['none', 'none', 'after'], { list: true, others: 6000 });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(await runSend(cut, hostOf(fetch, []))).toMatchObject({
      status: 'failed',
      failure: { step: 'create', kind: 'ambiguous' },
    });
  });

  it('looks an unanswered invite up first, so that a service that allows twins does not invite twice', async () => {
    const { fetch, records } = service(['none', 'none', 'none', 'after'], {
      list: true,
      refusesTwins: false,
    });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(cut).toMatchObject({ status: 'failed', failure: { step: 'invite', subjectId: 's1' } });
    const done = await runSend(cut, hostOf(fetch, []));
    expect(done).toMatchObject({
      status: 'done',
      progress: { invited: { s1: 'i-r0-s1-0', s2: 'i-r0-s2-1' } },
    });
    expect(subjects(records)).toEqual(['s1', 's2']);
  });

  it('asks the reader when a create cannot be settled, and creates again only on their word', async () => {
    const { fetch, records } = service(['none', 'none', 'after'], { list: false });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(cut).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'unreachable' } });
    const ambiguous = await runSend(cut, hostOf(fetch, []));
    expect(ambiguous).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'ambiguous' } });
    expect(records.requests).toHaveLength(1);
    const again = await runSend(createAgain(ambiguous), hostOf(fetch, []));
    expect(again.status).toBe('done');
    expect(records.requests).toHaveLength(2);
  });

  it('goes on without whom the reader leaves out, but never forgets whom it has invited', async () => {
    const { fetch, records } = service(['none', 'none', 'none', 'none', 'busy']);
    const stopped = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(stopped).toMatchObject({ status: 'failed', failure: { step: 'invite', subjectId: 's2' } });
    const done = await runSend(leaveOut(stopped, ['s1', 's2']), hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { invited: { s1: 'i-r0-s1-0' }, sent: true } });
    expect(done.plan.signers.map(({ id }) => id)).toEqual(['s1']);
    expect(subjects(records)).toEqual(['s1']);
  });

  it('never sends bytes to an address that is neither https nor its own', async () => {
    for (const url of [
      'http://evil.example/u',
      'ftp://x/y',
      'https://u:p@service.example/x',
      'javascript:alert(1)',
    ]) {
      const faked = fakeFetch(() => json({ url, key: 'k' }));
      const failed = await runSend(beginSend('1', 'scope', plan), hostOf(faked.fetch, []));
      expect(failed, url).toMatchObject({ status: 'failed', failure: { step: 'upload', kind: 'refused' } });
      expect(faked.seen).toHaveLength(1);
    }
  });

  it('stores neither key nor upload address', async () => {
    const { fetch } = service(['none', 'busy']);
    const writtenJobs: SendJob[] = [];
    await runSend(beginSend('1', 'scope', plan), hostOf(fetch, writtenJobs));
    expect(JSON.stringify(writtenJobs)).not.toMatch(/secret-key|uploads\//);
  });

  it.each(['null', 'not-json', 'wrong'] as const)(
    'takes an answer that cannot be read (%s) neither for yes nor for no, but looks what became of it',
    async (fault) => {
      for (let at = 2; at < 6; at += 1) {
        const faults = Array.from({ length: at + 1 }, (_, call) => (call === at ? fault : 'none'));
        const { fetch, records } = service(faults, { list: true, refusesTwins: false });
        const done = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
        expect(done, `call ${at}`).toMatchObject({ status: 'done', progress: { requestId: 'r0' } });
        expect(records.requests, `call ${at}`).toMatchObject([{ draft: false }]);
        expect(subjects(records), `call ${at}`).toEqual(['s1', 's2']);
      }
    },
  );

  it('asks for what it was given a name of its own', async () => {
    const { fetch } = service([]);
    const calls: [string, string | undefined][] = [];
    const host = hostOf(fetch, []);
    const client: typeof host.client = {
      ...host.client,
      call: (name, options) => {
        calls.push([name, options?.idempotencyKey]);
        return host.client.call(name, options);
      },
    };
    await runSend(beginSend('7', 'scope', plan), { ...host, client });
    expect(calls.filter(([, key]) => key)).toEqual([['createSignatureRequest', 'send-7']]);
  });

  it('asks for another address once when the first takes nothing any more, and then fails', async () => {
    for (const [status, times, ends] of [
      [403, 1, 'done'],
      [404, 1, 'done'],
      [410, 1, 'done'],
      [403, 2, 'failed'],
    ] as const) {
      const { fetch, records, seen } = service([]);
      let refused = 0;
      const expiring: typeof globalThis.fetch = (input, init) =>
        addressOf(input).includes('/uploads/') && refused++ < times
          ? Promise.resolve(json({ message: 'expired' }, status))
          : fetch(input, init);
      const end = await runSend(beginSend('1', 'scope', plan), hostOf(expiring, []));
      expect(end.status).toBe(ends);
      expect(seen.filter(({ url }) => url.pathname.endsWith('/sign-file-url'))).toHaveLength(2);
      expect(records.requests).toHaveLength(ends === 'done' ? 1 : 0);
    }
  });

  /** Answers the exchange of an upload address, and takes what is put into the store; the service knows it by its key. */
  function directService(offered: object, sha256?: string) {
    const { fetch, records, seen } = service([]);
    const stored: { url: string; headers: Headers }[] = [];
    const direct: typeof globalThis.fetch = async (input, init = {}) => {
      const address = addressOf(input);
      const { method } = init;
      if (address.startsWith('https://store.example/')) {
        stored.push({ url: address, headers: new Headers(init.headers) });
        await fetch(`https://service.example/uploads/${stored.length - 1}`, init);
        return new Response('', { headers: { etag: `"${plan.md5}"` } });
      }
      if (address.includes('/uploads/') && method === 'POST')
        return json({ url: 'https://store.example/key', headers: { 'x-amz-content-sha256': 'digest' } });
      const answer = await fetch(input, init);
      if (!address.includes('/sign-file-url')) return answer;
      return json({ ...((await answer.json()) as object), ...offered });
    };
    const sent = sha256 === undefined ? plan : { ...plan, sha256 };
    return { records, seen, stored, run: () => runSend(beginSend('1', 'scope', sent), hostOf(direct, [])) };
  }

  it('UP-13 puts the bytes into the object store where the service offers that, with the headers of the address', async () => {
    const { run, stored, seen } = directService({ direct: true }, 'a'.repeat(64));
    const done = await run();
    expect(done).toMatchObject({ status: 'done', progress: { md5Confirmed: true } });
    expect(stored.map(({ url }) => url)).toEqual(['https://store.example/key']);
    expect([...(stored[0]?.headers ?? [])]).toEqual([
      ['content-md5', 'kAFQmDzST7DWlj99KOF/cg=='],
      ['x-amz-content-sha256', 'digest'],
    ]);
    // The one PUT that the service saw is the store's own, of this test.
    expect(seen.filter(({ method }) => method === 'PUT').map(({ url }) => url.pathname)).toEqual([
      '/uploads/0',
      '/rest/v1/signature-request/r0',
    ]);
  });

  it('UP-13 uploads to the service where it offers no store, or where the digest of the bytes is not known', async () => {
    for (const [offered, sha256] of [
      [{}, 'a'.repeat(64)],
      [{ direct: false }, 'a'.repeat(64)],
      [{ direct: true }, undefined],
      [{ direct: true, url: 'https://elsewhere.example/uploads/0' }, 'a'.repeat(64)],
    ] as const) {
      const { run, stored } = directService(offered, sha256);
      expect((await run()).status).toBe('done');
      expect(stored).toEqual([]);
    }
  });

  it('UP-13 uploads again what the service does not find in the store when a request names it', async () => {
    const { run, records, stored } = directService({ direct: true }, 'a'.repeat(64));
    const { set } = records.files;
    let isFirst = true;
    records.files.set = function (...entry) {
      // As a sweep would have it, a day later.
      if (!isFirst) return set.apply(this, entry);
      isFirst = false;
      return this;
    };
    expect((await run()).status).toBe('done');
    expect(stored).toHaveLength(2);
    expect(records.requests).toHaveLength(1);
  });

  it('takes 409 at the upload for bytes that are there, and uploads them again when the service has none', async () => {
    for (const areThere of [true, false]) {
      const { fetch, records } = service([]);
      let first = true;
      const twice: typeof globalThis.fetch = async (input, init) => {
        if (!addressOf(input).includes('/uploads/') || !first) return fetch(input, init);
        first = false;
        if (areThere) await fetch(input, init);
        return json({ message: 'there' }, 409);
      };
      const done = await runSend(beginSend('1', 'scope', plan), hostOf(twice, []));
      expect(done.status).toBe('done');
      expect(records.files.size).toBe(1);
      expect(records.requests).toHaveLength(1);
    }
  });

  it('keeps that the MD5 was confirmed only of the bytes that it was confirmed of', async () => {
    const answers = (headers: Record<string, string>, status = 200): Promise<SendJob> => {
      const { fetch } = service([]);
      const reported: typeof globalThis.fetch = async (input, init) => {
        const answer = await fetch(input, init);
        return addressOf(input).includes('/uploads/') ? json({}, status, headers) : answer;
      };
      return runSend(beginSend('1', 'scope', plan), hostOf(reported, []));
    };
    expect((await answers({ etag: `"${plan.md5.toUpperCase()}"` })).progress.md5Confirmed).toBe(true);
    for (const headers of [{}, { etag: '"900150983cd24fb0d6963f7d28e17f73"' }, { etag: `"${plan.md5}-2"` }])
      expect((await answers(headers)).progress.md5Confirmed).toBeUndefined();
    expect((await answers({ etag: `"${plan.md5}"` }, 409)).progress.md5Confirmed).toBeUndefined();
  });

  it('goes on after a refused key from where it was, and asks nobody whether what was refused was done', async () => {
    const { fetch, records } = service([], { list: false });
    let key = 'old';
    const guarded: typeof globalThis.fetch = (input, init) =>
      key === 'old' && addressOf(input).endsWith('/signature-request')
        ? Promise.resolve(json({ message: 'who?' }, 401))
        : fetch(input, init);
    const stopped = await runSend(beginSend('1', 'scope', plan), hostOf(guarded, []));
    expect(stopped).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'key-refused' } });
    expect(stopped.retryAt).toBeUndefined();
    key = 'new';
    expect(await runSend(stopped, hostOf(guarded, []))).toMatchObject({ status: 'done' });
    expect(records.files.size).toBe(1);
    expect(records.requests).toHaveLength(1);
  });

  it.each([
    ['creates all the same, hidden from its list', true],
    ['creates nothing', false],
  ])('leaves the third try to a person where a service answers 429 and %s', async (_, isMade) => {
    let creates = 0;
    let isLimiting = true;
    const { fetch, records } = service([]);
    const limiting: typeof globalThis.fetch = async (input, init) => {
      const address = addressOf(input);
      if (address.includes('/signature-requests?')) return json({ results: [], count: 0 });
      if (!address.endsWith('/signature-request') || init?.method !== 'POST') return fetch(input, init);
      creates += 1;
      if (!isLimiting) return fetch(input, init);
      if (isMade) await fetch(input, init);
      return json({ message: 'slower' }, 429, { 'retry-after': '1' });
    };
    let job = beginSend('1', 'scope', plan);
    const goOn = async (): Promise<void> => {
      job = await runSend(job, hostOf(limiting, []));
      for (let runs = 0; runs < 10 && job.retryAt !== undefined; runs += 1)
        job = await runSend(job, hostOf(limiting, []));
    };
    await goOn();
    expect(creates).toBe(2);
    expect(job).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'rate-limited' } });
    // Each time a person says so it is tried once more.
    job = { ...job, progress: allowRetry(job.progress, job.failure) };
    await goOn();
    expect(creates).toBe(3);
    isLimiting = false;
    job = { ...job, progress: allowRetry(job.progress, job.failure) };
    await goOn();
    expect(job).toMatchObject({ status: 'done' });
    expect(creates).toBe(4);
    if (!isMade) expect(records.requests).toHaveLength(1);
  });

  it('reports when it resumes after a transient failure: no sooner than requested, later each time, and never after a permanent one', async () => {
    const wait = (job: SendJob) => Date.parse(job.retryAt ?? '') - Date.parse(job.updatedAt);
    const { fetch } = service(['busy', 'busy', 'slow-down', 'no']);
    const first = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(first).toMatchObject({ tries: 1, failure: { kind: 'unavailable' } });
    expect(wait(first)).toBeGreaterThan(2000);
    expect(wait(first)).toBeLessThan(8000);
    const second = await runSend(first, hostOf(fetch, []));
    expect(second.tries).toBe(2);
    const third = await runSend(second, hostOf(fetch, []));
    expect(third).toMatchObject({ failure: { kind: 'rate-limited', retryAfter: 2 } });
    const fourth = await runSend(third, hostOf(fetch, []));
    expect(fourth.failure?.kind).toBe('rule');
    expect(fourth.retryAt).toBeUndefined();
  });

  it('goes on by itself at its time, and once there is a network again if that was what it wanted', () => {
    const of = (kind: 'offline' | 'unreachable' | 'rate-limited' | 'rule', retryAt?: number): SendJob => ({
      ...beginSend('1', 'scope', plan),
      status: 'failed',
      failure: { step: 'create', kind, messages: [] },
      ...(retryAt === undefined ? {} : { retryAt: new Date(retryAt).toISOString() }),
    });
    expect(isDue(beginSend('1', 'scope', plan), 0)).toBe(true);
    for (const kind of ['offline', 'unreachable', 'rate-limited'] as const) {
      expect(isDue(of(kind, 5000), 4999), kind).toBe(false);
      expect(isDue(of(kind, 5000), 5000), kind).toBe(true);
      expect(isDue(of(kind, 5000), 4999, true), kind).toBe(kind !== 'rate-limited');
    }
    expect(isDue(of('rule'), 5000, true)).toBe(false);
    expect(isDue({ ...of('offline', 1), status: 'done' }, 5000, true)).toBe(false);
  });

  it('asks the reader about an invite too where nothing can be looked up', async () => {
    const { fetch, records } = service(['none', 'none', 'none', 'after'], { list: false });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    const ambiguous = await runSend(cut, hostOf(fetch, []));
    expect(ambiguous).toMatchObject({
      status: 'failed',
      failure: { step: 'invite', kind: 'ambiguous', subjectId: 's1' },
    });
    // The service knows that they are invited: inviting them again on the reader's word makes no second invite.
    const done = await runSend(createAgain(ambiguous), hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { invited: { s1: 'unknown' } } });
    expect(subjects(records)).toEqual(['s1', 's2']);
  });

  it('reads what can be read of others, and takes no invite of another for this one', async () => {
    const { fetch, records } = service(['none', 'none', 'none', 'after'], {
      list: true,
      refusesTwins: false,
    });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    const unfiltered: typeof globalThis.fetch = (input, init) =>
      addressOf(input).includes('/signature-request-invites')
        ? Promise.resolve(
            json({ results: [{ id: 'x', subject: { id: 's9' }, signatureRequest: { id: 'r0' } }] }),
          )
        : fetch(input, init);
    const done = await runSend(cut, hostOf(unfiltered, []));
    expect(Object.values(done.progress.invited)).not.toContain('x');
    expect(records.invites.filter(({ subject }) => subject === 's1')).toHaveLength(2);
  });

  it('takes how a look ended for nothing of what it looked for', async () => {
    const { fetch, records } = service(['none', 'none', 'after', 'no']);
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    const refused = await runSend(cut, hostOf(fetch, []));
    expect(refused.failure).toMatchObject({ step: 'create', kind: 'rule' });
    const without: typeof globalThis.fetch = (input, init) =>
      addressOf(input).includes('/signature-requests')
        ? Promise.resolve(json({ message: 'no such path' }, 404))
        : fetch(input, init);
    const ambiguous = await runSend(refused, hostOf(without, []));
    expect(ambiguous.failure).toMatchObject({ step: 'create', kind: 'ambiguous' });
    expect(records.requests).toHaveLength(1);
  });

  it('waits until a call without an answer must be over before it says that nothing came of it, and no longer', async () => {
    const slept: number[] = [];
    const sleeping = (fetcher: typeof globalThis.fetch): SendHost => ({
      ...hostOf(fetcher, []),
      sleep: (milliseconds) => Promise.resolve(void slept.push(milliseconds)),
    });
    const lost = service(['none', 'none', 'before']);
    await runSend(await runSend(beginSend('1', 'scope', plan), sleeping(lost.fetch)), sleeping(lost.fetch));
    expect(slept).toHaveLength(1);
    expect(slept[0]).toBeGreaterThan(15_000);
    expect(slept[0]).toBeLessThanOrEqual(20_000);
    // Under a name of its own, which a service behind the page's server need not heed.
    vi.stubGlobal('location', new URL('https://service.example/requests/new'));
    for (const [upstream, most] of [
      [undefined, 3_000],
      ['api.example.com', 20_000],
    ] as const) {
      const host = (fetcher: typeof globalThis.fetch): SendHost => ({
        ...sleeping(fetcher),
        connection: { ...hostOf(fetcher, []).connection, upstream },
      });
      const again = service(['none', 'none', 'before']);
      await runSend(await runSend(beginSend('1', 'scope', plan), host(again.fetch)), host(again.fetch));
      const last = slept.pop() ?? 0;
      expect([last > most - 1_000, last <= most]).toEqual([true, true]);
    }
    vi.unstubAllGlobals();
    // What was answered, be it by a failure, is over.
    const answered = service(['none', 'none', 'busy']);
    const stopped = await runSend(beginSend('1', 'scope', plan), sleeping(answered.fetch));
    expect(await runSend(stopped, sleeping(answered.fetch))).toMatchObject({ status: 'done' });
    expect(slept).toHaveLength(1);
  });
});
