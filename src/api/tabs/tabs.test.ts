import { createHash } from 'node:crypto';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '../connection.ts';
import { signatureRequests } from '../families/signature-requests.ts';
// Loaded beforehand: while time stands still, nothing is fetched.
import '../hold-answer.ts';
import { createQueryClient } from '../query-client.ts';
import { createSession, type Session, type TabStore } from '../session.ts';
import { drafts } from '../store/drafts.ts';
import { fakeFetch, json } from '../testing/answers.ts';
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

/** A service whose list can be changed, and how often it was asked for it. */
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
  const session = createSession({ fetch: service.fetch, store, origin, signOutOf: signOuts.of });
  await soon(session.connect({ connection: embeddedConnection(origin), key, remember }));
  const queries = createQueryClient();
  queries.mount();
  const leave = joinTabs(session, queries, host);
  await pass(20);
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
  const seen = promise.finally(() => (state.settled = true));
  seen.catch(() => undefined);
  for (let step = 0; step < 200 && !state.settled; step += 1) await pass(20);
  return seen;
}

async function until(is: () => boolean): Promise<void> {
  for (let step = 0; step < 200 && !is(); step += 1) await pass(50);
  expect(is()).toBe(true);
}

/** Time passes, and what comes in files of its own has the time to come. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // The name of the channel is a digest. Made by another thread, it would come when that thread has the time.
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_, bytes) => {
    const digest = createHash('sha256').update(new Uint8Array(bytes as ArrayBuffer));
    return Uint8Array.from(digest.digest()).buffer;
  });
  localStorage.clear();
});
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('one poller for all tabs', () => {
  it('asks the service once for three tabs, and each has what another person changed within one interval', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs: OpenTab[] = [];
    for (const offset of [0, 1_700, 900]) {
      await pass(offset);
      tabs.push(await open(browser.tab(), service));
    }
    await pass(every);
    const before = service.reads();
    await pass(4 * every);
    // Four looks of one tab; were each to ask for itself, there would be twelve.
    expect(service.reads() - before).toBeLessThanOrEqual(5);
    expect(service.reads() - before).toBeGreaterThanOrEqual(3);
    service.rows.push({ id: '2', name: 'Otro', anonymousKey: 'x' });
    await pass(every + 200);
    for (const tab of tabs) expect(tab.names()).toEqual(['Contrato', 'Otro']);
  });

  it('goes over to another tab when the one that asks dies in the middle of asking', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const [first, second] = [await open(browser.tab(), service), await open(browser.tab(), service)];
    await pass(2 * every);
    // Whoever asks next is never answered.
    let asked = 0;
    service.answering(async () => {
      asked += 1;
      if (asked === 1) await new Promise(() => undefined);
      return undefined;
    });
    service.rows.push({ id: '2', name: 'Otro', anonymousKey: 'x' });
    await until(() => asked === 1);
    await pass(1_000);
    expect(asked).toBe(1);
    const [dead] = browser.holding();
    expect(dead).toBeDefined();
    dead?.crash();
    await pass(200);
    expect(asked).toBe(2);
    const alive = dead === first.host ? second : first;
    expect(alive.names()).toEqual(['Contrato', 'Otro']);
  });

  it('waits for nobody longer than five seconds', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs = [await open(browser.tab(), service), await open(browser.tab(), service)];
    await pass(2 * every);
    let asked = 0;
    service.answering(async () => {
      asked += 1;
      if (asked === 1) await new Promise(() => undefined);
      return undefined;
    });
    service.rows.push({ id: '2', name: 'Otro', anonymousKey: 'x' });
    await until(() => asked === 1);
    await pass(5_200);
    expect(tabs.map((tab) => tab.names())).toContainEqual(['Contrato', 'Otro']);
  });

  it('lets every tab ask by itself where the browser has no channels, or no locks', async () => {
    for (const without of [{ pipes: false }, { locks: false }]) {
      const browser = fakeBrowser();
      const service = aService();
      const tabs = [await open(browser.tab(without), service), await open(browser.tab(without), service)];
      await pass(every);
      const before = service.reads();
      await pass(4 * every);
      // Two tabs, four looks each, of which one may be about to come.
      expect(service.reads() - before).toBeGreaterThanOrEqual(6);
      service.rows.push({ id: '2', name: 'Otro', anonymousKey: 'x' });
      await pass(every + 200);
      for (const tab of tabs) expect(tab.names()).toEqual(['Contrato', 'Otro']);
    }
  });

  it('tells no secret: neither a key of a service nor the key of a request, and keeps none of a list', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs = [await open(browser.tab(), service), await open(browser.tab(), service)];
    await pass(3 * every);
    expect(browser.posted.join()).toContain('Contrato');
    expect(browser.posted.join()).not.toMatch(/anonymous-secret|good-key/);
    for (const { queries } of tabs)
      expect(
        JSON.stringify(
          queries
            .getQueryCache()
            .getAll()
            .map(({ state }) => state.data),
        ),
      ).not.toContain('anonymous-secret');
  });

  it('never answers a tab with what another key may see, even of the same organization', async () => {
    const browser = fakeBrowser();
    const service = aService();
    service.rows.push(
      { id: '2', name: 'de good-key', anonymousKey: 'x' },
      { id: '3', name: 'de other-key', anonymousKey: 'x' },
    );
    const one = await open(browser.tab(), service);
    const other = await open(browser.tab(), service, { key: 'other-key' });
    await pass(3 * every);
    expect(one.names()).toEqual(['Contrato', 'de good-key']);
    expect(other.names()).toEqual(['Contrato', 'de other-key']);
  });

  it('tells the others of a failure that passes, so that they do not repeat the question in chorus', async () => {
    const browser = fakeBrowser();
    const service = aService();
    for (let n = 0; n < 3; n += 1) await open(browser.tab(), service);
    await pass(2 * every);
    service.answering(() => json({ errors: [{ message: 'Busy' }] }, 503));
    const before = service.reads();
    await until(() => service.reads() > before);
    await pass(4_000);
    // One look that fails and its two tries again, of all three together; were each by itself, there would be nine.
    expect(service.reads() - before).toBeLessThanOrEqual(4);
  });

  it('takes no answer that was asked before a change', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs = [await open(browser.tab(), service), await open(browser.tab(), service)];
    await pass(2 * every);
    // The next question is asked before the change and answered after it.
    let release: (() => void) | undefined;
    service.answering(async () => {
      if (release) return undefined;
      const old = json({ results: [{ id: '1', name: 'Viejo' }], info: { count: 1, pages: 1 } });
      await new Promise<void>((resolve) => (release = resolve));
      return old;
    });
    await until(() => release !== undefined);
    const [asker] = browser.holding();
    const changer = tabs.find(({ host }) => host !== asker)!;
    const seen: unknown[] = [];
    const stop = changer.queries.getQueryCache().subscribe(() => seen.push(changer.names()?.join()));
    service.rows[0] = { id: '1', name: 'Nuevo', anonymousKey: 'x' };
    void changer.queries.invalidateQueries({
      queryKey: signatureRequests(changer.session.client()!).key,
    });
    await pass(5);
    release?.();
    await pass(2_000);
    expect(seen).not.toContain('Viejo');
    for (const tab of tabs) expect(tab.names()).toEqual(['Nuevo']);
    stop();
  });
});

describe('what one tab was answered', () => {
  it('stands in the others only where they look again by themselves: other lists keep their rows', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const reading = await open(browser.tab(), service, { looks: false });
    const client = reading.session.client()!;
    // As a list that is read once and counted beside.
    const still = new QueryObserver(
      reading.queries,
      reading.queries.defaultQueryOptions({ ...signatureRequests(client).whole({}), staleTime: Infinity }),
    );
    const stop = still.subscribe(() => undefined);
    await pass(200);
    expect(reading.names()).toEqual(['Contrato']);
    service.rows[0] = { id: '1', name: 'Otro', anonymousKey: 'x' };
    const looking = await open(browser.tab(), service);
    await pass(every + 200);
    expect(looking.names()).toEqual(['Otro']);
    expect(reading.names()).toEqual(['Contrato']);
    stop();
  });
});

describe('what one tab changes', () => {
  it('is seen in the others at once, with one question to the service', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const tabs: OpenTab[] = [];
    for (let n = 0; n < 3; n += 1) tabs.push(await open(browser.tab(), service));
    await pass(every + 1_000);
    const before = service.reads();
    service.rows[0] = { id: '1', name: 'Renombrado', anonymousKey: 'x' };
    const [first] = tabs;
    void first!.queries.invalidateQueries({ queryKey: signatureRequests(first!.session.client()!).key });
    await pass(300);
    for (const tab of tabs) expect(tab.names()).toEqual(['Renombrado']);
    // One of the tab that changed it, and one for all the others together.
    expect(service.reads() - before).toBeLessThanOrEqual(2);
  });

  it('says nothing of what is not of this service and organization', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service);
    await open(browser.tab(), service);
    void one.queries.invalidateQueries({ queryKey: ['report', 7] });
    await pass(500);
    expect(browser.posted.some((text) => text.includes('report'))).toBe(false);
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
    await pass(50);
    expect(same.session.snapshot()).toMatchObject({ phase: 'none', leftElsewhere: 'kept' });
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
    await pass(10);
    leave(one, true);
    await pass(50);
    expect(sleeper.session.snapshot().phase).toBe('open');
    const again = createSession({
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
    await pass(50);
    const later = await open(browser.tab(), service, { remember: true });
    later.host.wake();
    expect(later.session.snapshot().phase).toBe('open');
    const reloaded = createSession({
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
    const kept = drafts(scopeA);
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
      if (writer.session.snapshot().phase === 'none') void kept.write(draft);
    });
    leave(one, true);
    await pass(50);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 50));
    unsubscribe();
    expect(writer.session.snapshot().leftElsewhere).toBe('erased');
    expect(await kept.read('d1')).toBeUndefined();
  });

  it('leaves a key that is given again where it was given', async () => {
    const browser = fakeBrowser();
    const service = aService();
    const one = await open(browser.tab(), service, { remember: true });
    const other = await open(browser.tab(), service, { remember: true });
    await soon(one.session.replaceKey('other-key'));
    await pass(every + 100);
    expect(other.store.values.get('testigo.session')).not.toContain('other-key');
    expect(browser.posted.join()).not.toContain('other-key');
    service.keys.length = 0;
    const client = other.session.client();
    await soon(client!.call('listSignatureRequests', { query: {} }));
    expect(service.keys).toEqual(['good-key']);
  });
});
