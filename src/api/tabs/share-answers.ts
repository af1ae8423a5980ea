import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isPassing, type ErrorKind, type RequestLine, type ServiceMessage } from '../errors.ts';
import { bare } from './bare.ts';
import type { Locks, Pipe, TabHost } from './host.ts';

/**
 * One poller for all tabs. Every question that several tabs would ask the service is asked by whoever is first, under
 * a lock of the question's own name; the others wait for that answer and take it. There is no tab that leads: when
 * the one that asks dies or falls silent, the lock goes to the next, and a hidden tab never asks, because it does not
 * poll. An answer also starts the intervals of all tabs anew, so they come to the next look together, and again one
 * of them asks.
 *
 * Only tabs that hold the same key of the same service share: they meet on a channel whose name is made of the key,
 * one way, so a tab with another key, which may see other things, hears nothing, and the key is in no message.
 * Secrets are taken out of what is shared.
 */
interface SharedAnswers {
  /** Around every read of the query client: as `persister`, which is the hook it has for that. */
  read<T, C extends { readonly queryKey: QueryKey; readonly signal: AbortSignal }>(
    ask: (context: C) => T | Promise<T>,
    context: C,
    query: Query,
  ): Promise<T>;
  /** Shares with the tabs that hold the same key; undefined: with nobody. */
  meet(name: string | undefined): void;
  /** What begins with these keys may be otherwise since then: older answers are no answers. */
  changed(keys: readonly QueryKey[], at: number): void;
}

/** What may be asked by one tab for all; anything else each tab asks by itself. */
const shared: ReadonlySet<unknown> = new Set([
  'api-keys',
  'certificates',
  'endorsables',
  'endorse-events',
  'hydrated',
  'invites',
  'known-requests',
  'organization-links',
  'organizations',
  'pulse',
  'signature-requests',
  'subject-wallet',
  'subjects',
  'token-documents',
  'wallets',
  'witnesses',
]);

/** An answer whose question was asked so many milliseconds before one's own is taken for one's own. */
const patience = 1_000;
/** How long one tab may keep the others waiting. */
const holdMost = 5_000;
/** What was told arrives before the lock does: it is kept for so long after the answer. */
const linger = 60;
/** How long what changed is remembered: longer than any answer takes. */
const memory = 60_000;

interface Told {
  readonly kind: 'answer' | 'failed';
  /** The name of the question. */
  readonly question: string;
  readonly key: QueryKey;
  /** When it was asked and when it was answered, in milliseconds of the clock that all tabs have. */
  readonly began: number;
  readonly at: number;
  readonly data?: unknown;
  readonly error?: Failure;
}

interface Failure {
  readonly kind: ErrorKind;
  readonly request: RequestLine;
  readonly messages: readonly ServiceMessage[];
  readonly retryAfter: number | undefined;
}

type Message = Told | { readonly kind: 'hello' | 'here' | 'bye'; readonly from: string };

interface Room {
  readonly pipe: Pipe;
  readonly name: string;
  readonly others: Set<string>;
}

export function shareAnswers(host: TabHost, queries: QueryClient): SharedAnswers {
  const me = crypto.randomUUID();
  const waiting = new Map<string, Set<(told: Told) => void>>();
  /** Of each question the newest failure that another tab told: tries again go by it too. */
  const failures = new Map<string, Told>();
  let changes: { readonly key: QueryKey; readonly at: number }[] = [];
  let room: Room | undefined;

  const changedAt = (key: QueryKey): number =>
    Math.max(0, ...changes.filter((change) => partialMatchKey(key, change.key)).map(({ at }) => at));

  function hear(message: unknown): void {
    if (!room) return;
    const heard = message as Message; // the channel's name holds the build: only this code writes to it
    switch (heard.kind) {
      case 'hello':
        room.others.add(heard.from);
        room.pipe.post({ kind: 'here', from: me } satisfies Message);
        return;
      case 'here':
        room.others.add(heard.from);
        return;
      case 'bye':
        room.others.delete(heard.from);
        return;
      default:
        for (const take of [...(waiting.get(heard.question) ?? [])]) take(heard);
        if (heard.kind === 'failed') failures.set(heard.question, heard);
        else {
          failures.delete(heard.question);
          show(heard);
        }
    }
  }

  /**
   * What another tab was answered stands here too, unless what is here is newer, or was meant to stay: a list that
   * does not look again by itself keeps its rows where they are.
   */
  function show({ key, question, began, at, data }: Told): void {
    const query = queries.getQueryCache().find({ queryKey: key, exact: true });
    if (!query || !looksAgain(query) || query.state.fetchStatus === 'fetching') return;
    if (question !== questionOf(query)) return;
    if (began <= query.state.dataUpdatedAt || began < changedAt(key)) return;
    const own = withOwnSecret(key, data, query.state.data);
    if (own !== undefined) queries.setQueryData(key, own, { updatedAt: at });
  }

  function tell(told: Told): void {
    try {
      if (room && room.others.size > 0) room.pipe.post(told);
    } catch {
      // What cannot be copied stays here; the others ask by themselves.
    }
  }

  /** Resolves with the first that another tab tells of a question, of those that were asked late enough. */
  function told(question: string, since: number, signal: AbortSignal): Promise<Told> {
    return new Promise((resolve) => {
      const take = (heard: Told): void => {
        if (heard.began >= since) resolve(heard);
      };
      const all = waiting.get(question) ?? new Set();
      waiting.set(question, all.add(take));
      signal.addEventListener('abort', () => {
        all.delete(take);
        if (all.size === 0 && waiting.get(question) === all) waiting.delete(question);
      });
    });
  }

  async function askForAll<T>(query: Query, question: string, ask: () => T | Promise<T>): Promise<T> {
    const began = host.now();
    const { queryKey: key } = query;
    try {
      const data = await ask();
      const free = bare(data);
      tell({ kind: 'answer', question, key, began, at: host.now(), data: free });
      return keepsSecret(key) ? data : free;
    } catch (error) {
      if (error instanceof ApiError && isPassing(error)) {
        const { kind, request, messages, retryAfter } = error;
        tell({
          kind: 'failed',
          question,
          key,
          began,
          at: host.now(),
          error: { kind, request, messages, retryAfter },
        });
      }
      throw error;
    }
  }

  async function read<T>(
    ask: () => T | Promise<T>,
    query: Query,
    signal: AbortSignal,
    { locks, name }: { locks: Locks; name: string },
  ): Promise<T> {
    const { queryKey: key } = query;
    const question = questionOf(query);
    const lock = `${name} ${question}`;
    const since = Math.max(host.now() - patience, changedAt(key));
    const failed = failures.get(question);
    if (failed?.error && failed.began >= since) throw failureOf(failed.error);
    const stop = new AbortController();
    const end = (): void => stop.abort();
    signal.addEventListener('abort', end);
    try {
      const heard = told(question, since, stop.signal).then((told) => ({ told }));
      const first = await take(locks, lock, { ifAvailable: true });
      if (first) return await holding(first, signal, () => askForAll(query, question, ask));
      // Another tab asks just this.
      const turn = take(locks, lock, { signal: stop.signal });
      const silence = after(holdMost, stop.signal).then(() => 'silence' as const);
      let next = await Promise.race([heard, turn, silence]);
      let release: (() => void) | undefined;
      if (typeof next === 'function') {
        // It is done, or gone: what it said may still be on its way.
        release = next;
        next = await Promise.race([heard, after(linger, stop.signal).then(() => 'silence' as const)]);
      } else void turn.then((late) => late?.());
      signal.throwIfAborted();
      if (typeof next === 'object') {
        release?.();
        const { told } = next;
        if (told.error) throw failureOf(told.error);
        const own = withOwnSecret(key, told.data, query.state.data);
        // The same question of the same build: the answer has the same shape.
        if (own !== undefined) return own as T;
      }
      return await holding(release, signal, () => askForAll(query, question, ask));
    } finally {
      signal.removeEventListener('abort', end);
      stop.abort();
    }
  }

  const leave = (): void => room?.pipe.post({ kind: 'bye', from: me } satisfies Message);
  const enter = (): void => room?.pipe.post({ kind: 'hello', from: me } satisfies Message);
  host.onLeave(leave, enter);

  return {
    read: async (ask, context, query) => {
      const own = () => ask(context);
      const { locks } = host;
      const alone = !room || room.others.size === 0 || !locks;
      if (alone || !shared.has(context.queryKey[1]) || isFurtherPage(query)) return own();
      // A shared link's key reads what no key of this tab may: whoever holds the link asks.
      if (context.queryKey[2] === 'shared') return own();
      return read(own, query, context.signal, { locks, name: room?.name ?? '' });
    },
    meet: (name) => {
      if (name === room?.name) return;
      leave();
      room?.pipe.close();
      const pipe = name === undefined ? undefined : host.pipe(name, hear);
      room = pipe && name !== undefined ? { pipe, name, others: new Set() } : undefined;
      failures.clear();
      enter();
    },
    changed: (keys, at) => {
      const past = host.now() - memory;
      changes = [...changes.filter((change) => change.at > past), ...keys.map((key) => ({ key, at }))];
    },
  };
}

/** Which question a query asks: of a list in pages, also which of them are read here. */
function questionOf(query: Query): string {
  const { pageParams } = (query.state.data ?? {}) as { pageParams?: unknown };
  const { initialPageParam: first } = query.options as { initialPageParam?: unknown };
  const pages: unknown = Array.isArray(pageParams) ? pageParams : first === undefined ? [] : [first];
  return `${query.queryHash} ${JSON.stringify(pages)}`;
}

function looksAgain(query: Query): boolean {
  return query.observers.some(({ options: { refetchInterval: every } }) =>
    Boolean(typeof every === 'function' ? every(query) : every),
  );
}

function isFurtherPage(query: Query): boolean {
  return query.state.fetchMeta?.fetchMore !== undefined;
}

/** One request is shown with the way to share it: its own key is needed there, and stays where it was read. */
const keepsSecret = (key: QueryKey): boolean => key[1] === 'signature-requests' && key[2] === 'one';

/** What another tab was answered, with the secret that this tab has itself. Undefined: only its own answer has it. */
function withOwnSecret(key: QueryKey, data: unknown, before: unknown): unknown {
  if (!keepsSecret(key)) return data;
  const { anonymousKey } = (before ?? {}) as { anonymousKey?: unknown };
  return typeof anonymousKey === 'string' ? { ...(data as object), anonymousKey } : undefined;
}

const failureOf = ({ kind, request, messages, retryAfter }: Failure): ApiError =>
  new ApiError(kind, request, { messages, retryAfter });

/** Takes a lock; resolves with what gives it back, or with nothing when it is not to be had. */
function take(
  locks: Locks,
  name: string,
  options: { ifAvailable?: boolean; signal?: AbortSignal },
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(() => release()));
        resolve(undefined);
        return undefined;
      })
      .catch(() => resolve(undefined));
  });
}

/** Asks while the others wait: until the answer is told, and no longer than is fair. */
async function holding<T>(
  release: (() => void) | undefined,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T> {
  if (!release) return ask();
  const fair = setTimeout(release, holdMost);
  signal.addEventListener('abort', release);
  try {
    return await ask();
  } finally {
    clearTimeout(fair);
    setTimeout(release, linger);
  }
}

function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
