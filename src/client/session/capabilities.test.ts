import { describe, expect, it, vi } from 'vitest';
import { addresses } from '#contract/operations/addresses.ts';
import { discover, joined, offers } from './capabilities.ts';
import { createDriftLog } from '../answers/drift.ts';
import { Session } from './session.ts';
import { survey } from './survey.ts';
import { clientOf, fakeFetch, json, type RecordedRequest } from '../testing/answers.ts';

const id = 'a'.repeat(24);
const list = (...results: unknown[]) => json({ results, info: { count: results.length } });
const no = (status: number) => json({ message: 'no' }, status);

/** A service that has what `answer` gives, and 404 for the rest. */
const service = (answer: (path: string, request: RecordedRequest) => Response | undefined) =>
  fakeFetch((request) => answer(request.url.pathname.replace('/rest/v1', ''), request) ?? no(404));

async function findOut(answer: Parameters<typeof service>[0]) {
  const { fetch, seen } = service(answer);
  const client = clientOf(fetch);
  const discovery = await discover(client);
  return { capabilities: await survey(client, discovery), seen, found: discovery };
}

const all = (path: string): Response | undefined => {
  if (/^\/(wallets|endorsables|endorse-events)$/.test(path)) return json({ items: [{ id: '7' }] });
  if (path === '/subjects') return list({ id, EVMAddress: `0x${'1'.repeat(40)}` });
  if (path === '/witnesses') return list({ id, hash: 'b'.repeat(64) });
  return path.endsWith('s') ? list({ id }) : json({ id });
};

describe('what a service offers', () => {
  it('are discovered by reads alone, with at most one row of each list but of the organizations', async () => {
    const { seen, capabilities } = await findOut(all);
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
    for (const { url } of seen) {
      const size = url.searchParams.get('pagination');
      if (size)
        expect([url.pathname, size]).toEqual([
          url.pathname,
          url.pathname.endsWith('/organizations') ? '{"page":1,"size":100}' : '{"page":1,"size":1}',
        ]);
    }
    expect(capabilities.absent).toEqual([]);
    // Every read that needs nothing but what was listed, and nothing that would change anything.
    expect(capabilities.present).toHaveLength(29);
    for (const name of capabilities.present) expect(addresses[name].method).toBe('GET');
  });

  it('404, 405 and 501 are absent; a refusal is present; a failure says nothing', async () => {
    const status: Readonly<Record<string, number>> = {
      '/issuers': 404,
      '/wallets': 405,
      '/endorsables': 501,
      '/api-keys': 403,
      '/subjects': 400,
      '/server-time': 503,
      '/endorse-events': 429,
    };
    const { capabilities } = await findOut((path) => (status[path] ? no(status[path]) : all(path)));
    expect(capabilities.absent).toEqual(
      expect.arrayContaining(['listIssuers', 'listWallets', 'listEndorsables']),
    );
    expect(capabilities.present).toEqual(expect.arrayContaining(['listApiKeys', 'listSubjects']));
    for (const name of ['readServerTime', 'listEndorseEvents'] as const) {
      expect([...capabilities.absent, ...capabilities.present]).not.toContain(name);
      expect(offers(capabilities, name)).toBe(true);
    }
  });

  it('a read of one resource is probed only with an id that the service listed', async () => {
    const { seen } = await findOut((path) => (path.endsWith('s') ? list() : undefined));
    expect(seen.filter(({ url }) => /\/[0-9a-f]{24}$/.test(url.pathname))).toEqual([]);
  });

  it('200 with null says that there is no such thing, not that nobody is there to ask', async () => {
    const { capabilities } = await findOut((path) => (path === '/server-time' ? json(null) : all(path)));
    expect(capabilities.present).toContain('readServerTime');
  });

  it('what was found first is not overruled by what was remembered', () => {
    const first = { absent: ['listInvites'], present: ['listWitnesses'], foundAt: '2' } as const;
    const before = {
      absent: ['listWitnesses', 'listIssuers'],
      present: ['listInvites'],
      foundAt: '1',
    } as const;
    expect(joined(first, before)).toEqual({
      absent: ['listInvites', 'listIssuers'],
      present: ['listWitnesses'],
      foundAt: '2',
    });
  });
});

describe('a connection remembers what its service offers', () => {
  const values = new Map<string, string>();
  const store = {
    get: (name: string) => values.get(name) ?? null,
    set: (name: string, value: string) => void values.set(name, value),
    remove: (name: string) => void values.delete(name),
  };
  const connection = { id: 'own', baseUrl: 'https://service.example/rest/v1', contentForm: 'flat' } as const;
  const open = () => {
    const { fetch, seen } = service((path) => (path === '/issuers' ? undefined : all(path)));
    const later: (() => void)[] = [];
    const drift = createDriftLog();
    const session = new Session({
      fetch,
      store,
      origin: 'https://page.example',
      drift,
      later: (run) => void later.push(run),
    });
    return { session, seen, later, drift };
  };

  it('the rest is probed once the browser is idle, and not again after a reload', async () => {
    const first = open();
    await first.session.connect({ connection, key: 'secret-key', remember: true });
    expect(first.session.snapshot().capabilities?.absent).toEqual([]);
    first.later.forEach((run) => run());
    await expect.poll(() => first.session.snapshot().capabilities?.absent).toEqual(['listIssuers']);
    expect(values.get('testigo.capabilities')).not.toContain('secret-key');

    const reloaded = open();
    await reloaded.session.resume();
    expect(reloaded.session.snapshot()).toMatchObject({
      phase: 'open',
      capabilities: { absent: ['listIssuers'] },
    });
    // Nobody waits for an answer, and later only what the first screens need is looked at again.
    expect(reloaded.seen).toEqual([]);
    // No screen renders again for the same capabilities.
    const changed = vi.fn();
    reloaded.session.subscribe(changed);
    const stored = vi.spyOn(store, 'set');
    reloaded.later.forEach((run) => run());
    await expect.poll(() => stored.mock.calls.map(([name]) => name)).toContain('testigo.capabilities');
    stored.mockRestore();
    expect(reloaded.seen).toHaveLength(7);
    expect(changed).not.toHaveBeenCalled();
    expect(reloaded.session.snapshot().capabilities?.absent).toEqual(['listIssuers']);
    const requestsBefore = reloaded.seen.length;
    await reloaded.session.surveyAgain();
    expect(reloaded.seen.length).toBeGreaterThan(requestsBefore + 10);
    // Every answer of it was compared with the contract.
    expect(reloaded.drift.report(connection.baseUrl).looked.listWitnesses).toBe(2);
    reloaded.session.signOut();
    expect(values.get('testigo.capabilities')).toBeUndefined();
  });

  it('after a reload an organization that is not listed any more gives way to one that is', async () => {
    const first = open();
    await first.session.connect({ connection, key: 'k', remember: true, organizationId: undefined });
    const stored = JSON.parse(values.get('testigo.capabilities')!);
    const gone = { id: '0'.repeat(24), name: 'Gone' };
    values.set('testigo.capabilities', JSON.stringify({ ...stored, organizations: [gone] }));
    const reloaded = open();
    await reloaded.session.resume();
    expect(reloaded.session.snapshot().organization).toEqual(gone);
    reloaded.later.forEach((run) => run());
    await expect
      .poll(() => reloaded.session.snapshot().organization)
      .toEqual(first.session.snapshot().organization);
  });

  it('after a reload an organization gets the name that the service gives it now', async () => {
    const first = open();
    await first.session.connect({ connection, key: 'k', remember: true });
    const { organization } = first.session.snapshot();
    const stored = JSON.parse(values.get('testigo.capabilities')!);
    const before = { ...organization, name: 'Before' };
    values.set('testigo.capabilities', JSON.stringify({ ...stored, organizations: [before] }));
    const reloaded = open();
    await reloaded.session.resume();
    expect(reloaded.session.snapshot().organization?.name).toBe('Before');
    reloaded.later.forEach((run) => run());
    await expect.poll(() => reloaded.session.snapshot().organization).toEqual(organization);
  });

  it('a reload before the rest was probed probes it then', async () => {
    const first = open();
    await first.session.connect({ connection, key: 'k', remember: true });
    const reloaded = open();
    await reloaded.session.resume();
    expect(reloaded.session.snapshot()).toMatchObject({ phase: 'open', capabilities: { absent: [] } });
    reloaded.later.forEach((run) => run());
    await expect.poll(() => reloaded.session.snapshot().capabilities?.absent).toEqual(['listIssuers']);
  });

  it('what stands in the store from another build is left alone', async () => {
    const remembered = { connection, organizationId: undefined, demo: false, key: 'k' };
    for (const storedText of [
      '{',
      '[]',
      '{"baseUrl":7}',
      '{"baseUrl":"https://service.example/rest/v1","capabilities":{"absent":["x"],"present":4,"foundAt":"1"}}',
    ]) {
      values.set('testigo.session', JSON.stringify(remembered));
      values.set('testigo.capabilities', storedText);
      const { session } = open();
      await session.resume();
      expect([storedText, session.snapshot().phase, session.snapshot().capabilities?.absent]).toEqual([
        storedText,
        'open',
        [],
      ]);
    }
  });
});
