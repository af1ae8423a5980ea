import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '#client/session/connection.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { invalidate } from '#client/queries/invalidate.ts';
// Loaded beforehand: while time stands still, nothing is fetched.
import '#client/answers/take-answer.ts';
import { createQueryClient } from '#client/queries/query-client.ts';
import { Session } from '#client/session/session.ts';
import type { TabStore } from '#client/session/stored-session.ts';
import { drafts } from '../drafts/drafts.ts';
import { fakeFetch, json } from '#client/testing/answers.ts';
import { noteSignOut } from './note-sign-out.ts';
import { signOuts } from './sign-outs.ts';
import { joinTabs, signOutOthers } from './tabs.ts';
import { fakeBrowser, type FakeTab } from './testing/browser.ts';

const origin = 'https://service.example';
const organizations = {
  'good-key': 'a'.repeat(24),
  'other-key': 'a'.repeat(24),
  'second-key': 'b'.repeat(24),
};
const scopeA = `${origin}/rest/v1#${organizations['good-key']}`;
const every = 5_000;

interface Row {
  id: string;
  name: string;
  anonymousKey: string;
}

/** A service whose list can be changed, and the keys of the requests that it received for the list. */
function aService() {
  const rows: Row[] = [{ id: '1', name: 'Contrato', anonymousKey: 'anonymous-secret' }];
  const keys: (string | null)[] = [];
  let answer: (() => Response | undefined | Promise<Response | undefined>) | undefined;
  const { fetch } = fakeFetch(async (seen) => {
    const path = seen.url.pathname.replace('/rest/v1', '');
    const key = seen.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const organization = (organizations as Readonly<Record<string, string | undefined>>)[key];
    if (organization === undefined) return json({ errors: [{ message: 'Unknown key' }] }, 401);
    if (path === '/organizations') return json({ results: [{ id: organization, name: key }] });
    if (path !== '/signature-requests') return json({ results: [], info: {} });
    keys.push(key);
    const own = await answer?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { page, size } = JSON.parse(seen.url.searchParams.get('pagination') ?? '{}') as Record<
      string,
      number
    >;
    const results = rows.filter(({ name }) => !name.startsWith('de ') || name === `de ${key}`);
    const from = ((page ?? 1) - 1) * (size ?? 100);
    return (
      own ??
      json({
        results: results.slice(from, from + (size ?? 100)),
        info: { count: results.length, pages: Math.ceil(results.length / (size ?? 100)) },
      })
    );
  });
  return {
    fetch,
    rows,
    keys,
    reads: () => keys.length,
    answering: (next: typeof answer) => {
      answer = next;
    },
  };
}

interface OpenTab {
  readonly host: FakeTab;
  readonly session: Session;
  readonly queries: QueryClient;
  readonly store: TabStore & { values: Map<string, string> };
  readonly names: () => string[] | undefined;
  readonly close: () => void;
}

const opened: OpenTab[] = [];

async function open(
  host: FakeTab,
  service: ReturnType<typeof aService>,
  { key = 'good-key', looks = true, remember = false } = {},
): Promise<OpenTab> {
  const values = new Map<string, string>();
  const store = {
    values,
    get: (name: string) => values.get(name) ?? null,
    set: (name: string, value: string) => void values.set(name, value),
    remove: (name: string) => void values.delete(name),
  };
  const session = new Session({ fetch: service.fetch, store, origin, signOutOf: signOuts.of });
  await soon(session.connect({ connection: embeddedConnection(origin), key, remember }));
  const queries = createQueryClient();
  queries.mount();
  const leave = joinTabs(session, queries, host);
  await advanceTime(20);
  const client = session.client();
  if (!client) throw new Error('not open');
  const options = queries.defaultQueryOptions({
    ...signatureRequests(client).whole({}),
    refetchInterval: every,
  });
  const observer = new QueryObserver(queries, options);
  const stop = looks ? observer.subscribe(() => undefined) : () => undefined;
  const tab: OpenTab = {
    host,
    session,
    queries,
    store,
    names: () =>
      queries.getQueryData(signatureRequests(client).whole({}).queryKey)?.items.map(({ name }) => name ?? ''),
    close: () => {
      stop();
      leave();
      queries.clear();
      queries.unmount();
    },
  };
  opened.push(tab);
  return tab;
}

/** What is answered while time passes. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const state = { settled: false };
  const result = promise.finally(() => (state.settled = true));
  result.catch(() => undefined);
  for (let step = 0; step < 200 && !state.settled; step += 1) await advanceTime(20);
  return result;
}

/** Advances the clock, and lets dynamically imported modules load. */
async function advanceTime(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  localStorage.clear();
});
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close();
  vi.useRealTimers();
});

describe('what one tab changes', () => {
  it('is read again at once in the other tabs, which name the change by its keys and send no secret', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs: OpenTab[] = [];
    for (let n = 0; n < 3; n += 1) tabs.push(await open(browser.tab(), service, { looks: n > 0 }));
    await advanceTime(every + 1_000);
    service.rows[0] = { id: '1', name: 'Renombrado', anonymousKey: 'x' };
    const [first, ...others] = tabs;
    // Nothing of that family is read in this tab: the others are to know of it all the same.
    void invalidate(first!.queries, signatureRequests(first!.session.client()!).key);
    await advanceTime(300);
    for (const tab of others) expect(tab.names()).toEqual(['Renombrado']);
    expect(browser.posted.join()).not.toMatch(/Renombrado|anonymous-secret|good-key/);
  });

  it('says nothing of what is not of this service and organization', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service);
    await open(browser.tab(), service);
    void invalidate(one.queries, ['report', 7]);
    await advanceTime(500);
    expect(browser.posted.some((text) => text.includes('report'))).toBe(false);
  });

  it('is read again in its own tab where the browser has no channels', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tab = await open(browser.tab({ pipes: false }), service);
    await advanceTime(500);
    service.rows[0] = { id: '1', name: 'Renombrado', anonymousKey: 'x' };
    void invalidate(tab.queries, signatureRequests(tab.session.client()!).key);
    await advanceTime(300);
    expect(tab.names()).toEqual(['Renombrado']);
  });
});

/** As the dialog does it. */
function leave(tab: OpenTab, erased: boolean): void {
  signOutOthers(scopeA, erased);
  noteSignOut(scopeA, erased);
  tab.session.signOut();
}

describe('signing out', () => {
  it('signs out every tab of the same service and organization, whatever its key, and no other', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service, { remember: true });
    const same = await open(browser.tab(), service, { key: 'other-key', remember: true });
    const elsewhere = await open(browser.tab(), service, { key: 'second-key' });
    // Whoever joined last speaks for this process.
    leave(one, false);
    await advanceTime(50);
    expect(same.session.snapshot()).toMatchObject({ phase: 'none', leftElsewhere: 'retained' });
    expect([...same.store.values.values()].join()).not.toContain('other-key');
    expect(same.session.client()).toBeUndefined();
    expect(elsewhere.session.snapshot().phase).toBe('open');
    expect(browser.posted.join() + JSON.stringify(Object.entries(localStorage))).not.toMatch(/-key/);
  });

  it('reaches a tab that slept when it wakes, and one that the browser opens again', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const sleeper = await open(browser.tab(), service, { remember: true });
    const one = await open(browser.tab(), service);
    sleeper.host.asleep = true;
    await advanceTime(10);
    leave(one, true);
    await advanceTime(50);
    expect(sleeper.session.snapshot().phase).toBe('open');
    const again = new Session({
      fetch: service.fetch,
      store: sleeper.store,
      origin,
      signOutOf: signOuts.of,
    });
    await soon(again.resume());
    expect(again.snapshot()).toMatchObject({ phase: 'none', leftElsewhere: 'erased' });
    sleeper.host.wake();
    expect(sleeper.session.snapshot()).toMatchObject({ phase: 'none', leftElsewhere: 'erased' });
    expect(sleeper.store.values.size).toBe(0);
  });

  it('does not reach a tab that connected after it', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service);
    leave(one, false);
    await advanceTime(50);
    const later = await open(browser.tab(), service, { remember: true });
    later.host.wake();
    expect(later.session.snapshot().phase).toBe('open');
    const reloaded = new Session({
      fetch: service.fetch,
      store: later.store,
      origin,
      signOutOf: signOuts.of,
    });
    await soon(reloaded.resume());
    expect(reloaded.snapshot().phase).toBe('open');
  });

  it('brings nothing back that was erased: a tab that saves at that moment writes nothing', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const writer = await open(browser.tab(), service);
    const one = await open(browser.tab(), service);
    const draftStore = drafts(scopeA);
    const draft = {
      id: 'd1',
      scope: scopeA,
      kind: 'text' as const,
      name: 'Carta',
      text: 'Lo último',
      iou: undefined,
      file: undefined,
      signers: [],
      nom151: false,
      keepAsDraft: false,
      updatedAt: new Date().toISOString(),
    };
    // As the composer does when it goes because its tab was signed out.
    const unsubscribe = writer.session.subscribe(() => {
      if (writer.session.snapshot().phase === 'none') void draftStore.write(draft);
    });
    leave(one, true);
    await advanceTime(50);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 50));
    unsubscribe();
    expect(writer.session.snapshot().leftElsewhere).toBe('erased');
    expect(await draftStore.read('d1')).toBeUndefined();
  });

  it('leaves a key that is given again where it was given', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service, { remember: true });
    const other = await open(browser.tab(), service, { remember: true });
    await soon(one.session.replaceKey('other-key'));
    await advanceTime(every + 100);
    expect(other.store.values.get('testigo.session')).not.toContain('other-key');
    expect(browser.posted.join()).not.toContain('other-key');
    service.keys.length = 0;
    const client = other.session.client();
    await soon(client!.call('listSignatureRequests', { query: {} }));
    expect(service.keys).toEqual(['good-key']);
  });
});
