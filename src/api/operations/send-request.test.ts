import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedConnection } from '../connection.ts';
import { clientOf, fakeFetch, json, type Seen } from '../testing/answers.ts';
import {
  beginSend,
  createAgain,
  leaveOut,
  runSend,
  type SendHost,
  type SendOperation,
  type SendPlan,
} from './send-request.ts';

const plan: SendPlan = {
  name: 'Contrato',
  organizationId: 'a'.repeat(24),
  kind: 'pdf',
  filePath: 'x/contrato.pdf',
  md5: '900150983cd24fb0d6963f7d28e17f72',
  size: 3,
  nom151: false,
  keepAsDraft: false,
  signers: [
    { id: 's1', name: 'Uno' },
    { id: 's2', name: 'Dos' },
  ],
};

interface Pages {
  readonly page: number;
  readonly size: number;
}

/** A service that keeps what it is told, and can fail before or after it does. */
function service(
  faults: ('none' | 'before' | 'after' | 'refuse')[],
  offers: { list: boolean; others?: number; refusesTwins?: boolean } = { list: true },
) {
  const kept = {
    files: [] as string[],
    requests: [] as { id: string; key: string; draft: boolean }[],
    invites: [] as string[],
  };
  let step = 0;
  const act = (seen: Seen): Response => {
    const path = seen.url.pathname.replace('/rest/v1', '');
    if (path === '/sign-file-url')
      return json({ url: 'https://service.example/uploads/t', key: 'org/x/contrato.pdf' });
    if (path === '/uploads/t') {
      kept.files.push(seen.headers.get('content-md5') ?? '');
      return json({});
    }
    if (seen.method === 'POST' && path === '/signature-request') {
      const { input } = seen.body as { input: { content: { pdf: string }; draft: boolean } };
      const request = { id: `r${kept.requests.length}`, key: input.content.pdf, draft: input.draft };
      kept.requests.push(request);
      return json({ id: request.id });
    }
    if (path === '/signature-requests') {
      if (!offers.list) return json({ message: 'no such path' }, 404);
      // What others made meanwhile stands before what this send made.
      const { page, size } = JSON.parse(seen.url.searchParams.get('pagination') ?? '{}') as Pages;
      const others = Array.from({ length: offers.others ?? 0 }, (_, at) => ({ id: `o${at}`, content: {} }));
      const own = kept.requests.map(({ id, key }) => ({ id, content: { pdf: key } }));
      return json({ results: [...others, ...own].slice((page - 1) * size, page * size) });
    }
    if (seen.method === 'POST' && path === '/signature-request-invite') {
      const { input } = seen.body as { input: { subject: string } };
      if (offers.refusesTwins !== false && kept.invites.includes(input.subject))
        return json({ message: 'twice' }, 409);
      kept.invites.push(input.subject);
      return json({ id: `i-${input.subject}` });
    }
    if (path === '/signature-request-invites') {
      const { eq } = JSON.parse(seen.url.searchParams.get('subject') ?? '{}') as { eq: string };
      return json({ results: kept.invites.filter((one) => one === eq).map((one) => ({ id: `i-${one}` })) });
    }
    const request = kept.requests.find(({ id }) => path === `/signature-request/${id}`);
    if (!request) return json({ message: 'unknown' }, 404);
    request.draft = false;
    return json({ id: request.id });
  };
  const faked = fakeFetch((seen) => {
    const fault = faults[step] ?? 'none';
    step += 1;
    if (fault === 'before') throw new TypeError('cut');
    if (fault === 'refuse') return json({ message: 'busy' }, 503);
    const answer = act(seen);
    if (fault === 'after') throw new TypeError('cut');
    return answer;
  });
  return { kept, ...faked };
}

function hostOf(fetcher: typeof fetch, journal: SendOperation[]): SendHost {
  return {
    client: clientOf(fetcher),
    connection: {
      ...embeddedConnection('https://service.example'),
      baseUrl: 'https://service.example/rest/v1',
    },
    fetch: fetcher,
    readFile: () => Promise.resolve(new Blob(['abc'])),
    write: (operation) => {
      journal.push(structuredClone(operation));
      return Promise.resolve();
    },
  };
}

describe('sending a request', () => {
  it('uploads, creates as a draft, invites everyone, then sends', async () => {
    const { fetch, kept, seen } = service([]);
    const done = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(done).toMatchObject({
      status: 'done',
      progress: { requestId: 'r0', sent: true, invited: { s1: 'i-s1', s2: 'i-s2' } },
    });
    expect(kept).toEqual({
      files: ['kAFQmDzST7DWlj99KOF/cg=='],
      requests: [{ id: 'r0', key: 'org/x/contrato.pdf', draft: false }],
      invites: ['s1', 's2'],
    });
    const upload = seen.find(({ url }) => url.pathname === '/uploads/t');
    expect(upload?.headers.has('authorization')).toBe(false);
    expect(upload?.init).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  });

  it('leaves a draft unsent', async () => {
    const { fetch, kept } = service([]);
    await runSend(beginSend('1', 'scope', { ...plan, keepAsDraft: true }), hostOf(fetch, []));
    expect(kept.requests[0]?.draft).toBe(true);
  });

  it('ends with one request and one invite each, whatever is cut off, refused or crashes, however often it is resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('none', 'before', 'after', 'refuse'), { maxLength: 24 }),
        fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 8 }),
        fc.boolean(),
        async (faults, crashes, refusesTwins) => {
          const { fetch, kept } = service([...faults], { list: true, refusesTwins });
          const journal: SendOperation[] = [];
          let writes = 0;
          let operation = beginSend('1', 'scope', plan);
          for (let tries = 0; tries < 60 && operation.status !== 'done'; tries += 1) {
            let dead = false;
            const host = hostOf(fetch, journal);
            const write = (entry: SendOperation): Promise<void> => {
              dead ||= crashes.includes(writes++);
              return dead ? Promise.reject(new Error('the tab is gone')) : host.write(entry);
            };
            await runSend(operation, { ...host, write }).catch(() => undefined);
            // A crash keeps only what the journal holds.
            operation = structuredClone(journal[journal.length - 1] ?? operation);
          }
          expect(operation.status).toBe('done');
          expect(kept.requests).toEqual([{ id: 'r0', key: 'org/x/contrato.pdf', draft: false }]);
          expect([...kept.invites].sort()).toEqual(['s1', 's2']);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('looks an unanswered create up behind whatever others made meanwhile', async () => {
    const { fetch, kept } = service(['none', 'none', 'after'], { list: true, others: 230 });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    const done = await runSend(cut, hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { requestId: 'r0' } });
    expect(kept.requests).toHaveLength(1);
  });

  it('asks the reader when too much was made meanwhile to look through', async () => {
    const { fetch } = service(['none', 'none', 'after'], { list: true, others: 6000 });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(await runSend(cut, hostOf(fetch, []))).toMatchObject({
      status: 'failed',
      failure: { step: 'create', kind: 'ambiguous' },
    });
  });

  it('looks an unanswered invite up first: a service that would invite twice is not asked to', async () => {
    const { fetch, kept } = service(['none', 'none', 'none', 'after'], { list: true, refusesTwins: false });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(cut).toMatchObject({ status: 'failed', failure: { step: 'invite', subjectId: 's1' } });
    const done = await runSend(cut, hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { invited: { s1: 'i-s1', s2: 'i-s2' } } });
    expect(kept.invites).toEqual(['s1', 's2']);
  });

  it('asks the reader when a create cannot be settled, and creates again only on their word', async () => {
    const { fetch, kept } = service(['none', 'none', 'after'], { list: false });
    const cut = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(cut).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'unreachable' } });
    const asked = await runSend(cut, hostOf(fetch, []));
    expect(asked).toMatchObject({ status: 'failed', failure: { step: 'create', kind: 'ambiguous' } });
    expect(kept.requests).toHaveLength(1);
    const again = await runSend(createAgain(asked), hostOf(fetch, []));
    expect(again.status).toBe('done');
    expect(kept.requests).toHaveLength(2);
  });

  it('goes on without whom the reader leaves out, but never forgets whom it has invited', async () => {
    const { fetch, kept } = service(['none', 'none', 'none', 'none', 'refuse']);
    const stopped = await runSend(beginSend('1', 'scope', plan), hostOf(fetch, []));
    expect(stopped).toMatchObject({ status: 'failed', failure: { step: 'invite', subjectId: 's2' } });
    const done = await runSend(leaveOut(stopped, ['s1', 's2']), hostOf(fetch, []));
    expect(done).toMatchObject({ status: 'done', progress: { invited: { s1: 'i-s1' }, sent: true } });
    expect(done.plan.signers.map(({ id }) => id)).toEqual(['s1']);
    expect(kept.invites).toEqual(['s1']);
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

  it('keeps neither key nor upload address in its journal', async () => {
    const { fetch } = service(['none', 'refuse']);
    const journal: SendOperation[] = [];
    await runSend(beginSend('1', 'scope', plan), hostOf(fetch, journal));
    expect(JSON.stringify(journal)).not.toMatch(/secret-key|uploads\/t/);
  });
});
