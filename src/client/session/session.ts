import { currentMillis, currentTime } from '#clock/clock.ts';
import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import { discover, joined, type Capabilities, type Discovery } from './capabilities.ts';
import { createClient, type AnyOperationName, type Client } from '../http/client.ts';
import { scopeOf, type Connection } from './connection.ts';
import type { DriftLog } from '../answers/drift.ts';
import { ApiError } from '../http/errors.ts';
import type { Turns } from '../http/in-flight.ts';
import type { AnswerIssue } from '../answers/read-answer.ts';
import { readSandboxSession } from '../sandbox.ts';

/** What is known of the present connection. Never holds the key. */
export interface SessionState {
  readonly phase: 'none' | 'resuming' | 'key-asked' | 'open';
  readonly connection: Connection | undefined;
  readonly organization: KnownOrganization | undefined;
  readonly organizations: readonly KnownOrganization[];
  readonly capabilities: Capabilities | undefined;
  /** The service refused the key that is in use; calls wait for another. */
  readonly keyRefused: boolean;
  /** Milliseconds of the newest answer, for the connection's line. */
  readonly latency: number | undefined;
  readonly demo: boolean;
  /** What stopped the last resume after a reload; the form for the key shows it. */
  readonly stopped: unknown;
  /** Another tab signed out of this session; its stored data stays or was erased. */
  readonly leftElsewhere: LeftElsewhere | undefined;
}

type LeftElsewhere = 'kept' | 'erased';

export interface KnownOrganization {
  readonly id: string;
  readonly name: string | undefined;
}

export interface ConnectRequest {
  readonly connection: Connection;
  readonly key: string;
  /** Keep the key in this tab's session store, so that a reload does not ask for it. */
  readonly remember: boolean;
  readonly organizationId?: string | undefined;
  readonly demo?: boolean;
}

/** The tab's session store: an interface, so that tests and private windows can do without. */
export interface TabStore {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

interface Remembered {
  connection: Connection;
  organizationId: string | undefined;
  demo: boolean;
  /** When it was opened: milliseconds since 1970. */
  at: number;
  key?: string;
}

const slot = 'testigo.session';
/** Session storage slot of the capabilities of the last service of this tab. */
const capabilitiesSlot = 'testigo.capabilities';

const closed: SessionState = {
  phase: 'none',
  connection: undefined,
  organization: undefined,
  organizations: [],
  capabilities: undefined,
  keyRefused: false,
  latency: undefined,
  demo: false,
  stopped: undefined,
  leftElsewhere: undefined,
};

export type Session = ReturnType<typeof createSession>;

/**
 * One connection at a time, with its key in a closure: nothing outside can read it, so nothing outside can
 * log, store or send it.
 */
export function createSession(host: {
  fetch: typeof fetch;
  store: TabStore;
  origin: string;
  /** Notes what differs from the contract in the answers. */
  drift?: DriftLog;
  /** Runs something once there is time for it; without it, only what the first screens need is probed. */
  later?: (run: () => void) => void;
  /** When a scope was last signed out of, in whichever tab. */
  signOutOf?: (scope: string) => { readonly at: number; readonly erased: boolean } | undefined;
}) {
  let state: SessionState = closed;
  let openedAt = 0;
  let turns: Turns | undefined;
  let key: string | undefined;
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let client: Client | undefined;
  const listeners = new Set<() => void>();

  const change = (part: Partial<SessionState>): void => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  const clientFor = (connection: Connection, organizationId: string | undefined, gate: boolean): Client =>
    createClient({
      baseUrl: connection.baseUrl,
      scope: scopeOf(connection, organizationId),
      fetch: host.fetch,
      turns: () => turns,
      key: () => key,
      onRead: noteDrift(connection),
      onAnswer: ({ milliseconds }) => {
        if (state.phase === 'open' && state.latency === undefined) change({ latency: milliseconds });
      },
      anotherKey: gate ? anotherKey : undefined,
    });

  const noteDrift =
    ({ baseUrl }: Connection) =>
    (name: AnyOperationName, issues: readonly AnswerIssue[]): void =>
      host.drift?.note(baseUrl, name, issues);

  /** A client that asks for no other key: a refusal is its answer. */
  const probeFor = (connection: Connection, probed: () => string | undefined, background = false): Client =>
    createClient({
      baseUrl: connection.baseUrl,
      scope: scopeOf(connection, undefined),
      fetch: host.fetch,
      turns: () => turns,
      background,
      key: probed,
      onRead: noteDrift(connection),
    });

  /** Finds out the rest of what the service offers, beside what the reader does. */
  async function surveyAll(connection: Connection, probe: Client, discovery: Discovery): Promise<void> {
    const { survey } = await import('./survey.ts');
    const capabilities = await survey(probe, discovery);
    if (state.phase !== 'open' || state.connection?.baseUrl !== connection.baseUrl) return;
    host.store.set(capabilitiesSlot, JSON.stringify({ baseUrl: connection.baseUrl, capabilities }));
    change({ capabilities });
  }

  /** Parks a refused call until the reader gives another key, then lets it be repeated. */
  function anotherKey(refused: string | undefined): Promise<void> {
    // Another call may have brought a new key while this one was on its way.
    if (refused !== key) return Promise.resolve();
    if (!state.keyRefused) change({ keyRefused: true });
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  const release = (how: (call: (typeof waiting)[number]) => void): void => {
    const calls = waiting;
    waiting = [];
    calls.forEach(how);
  };

  function remember(request: ConnectRequest, organizationId: string | undefined): void {
    openedAt = currentMillis();
    const remembered: Remembered = {
      connection: request.connection,
      organizationId,
      demo: request.demo ?? false,
      at: openedAt,
      ...(request.remember ? { key: request.key } : {}),
    };
    host.store.set(slot, JSON.stringify(remembered));
  }

  /**
   * Checks the key at once, finds the organization and what the service can do.
   *
   * @throws ApiError when the service cannot be reached or refuses the key
   */
  async function connect(request: ConnectRequest, resumed = false): Promise<void> {
    const { connection } = request;
    const probe = probeFor(connection, () => request.key);
    const discovery = await discover(probe);
    // Signed out meanwhile, in another tab.
    if (resumed && state.phase !== 'resuming') return;
    const { organizations } = discovery;
    // A reload uses the stored capabilities instead of probing the service again.
    const before = resumed ? readStoredCapabilities(host.store.get(capabilitiesSlot), connection) : undefined;
    const capabilities = before ? joined(discovery.capabilities, before) : discovery.capabilities;
    const wanted = organizations.find(({ id }) => id === request.organizationId);
    const requestedOrganization = request.organizationId
      ? { id: request.organizationId, name: undefined }
      : undefined;
    const organization = wanted ?? (organizations.length === 0 ? requestedOrganization : organizations[0]);
    release((call) => call.reject(cancelled()));
    key = request.key;
    client = clientFor(request.connection, organization?.id, true);
    remember(request, organization?.id);
    change({
      ...closed,
      phase: 'open',
      connection: request.connection,
      organization,
      organizations: organizations.length > 0 ? organizations : organization ? [organization] : [],
      capabilities,
      demo: request.demo ?? false,
    });
    if (!before)
      host.later?.(() => {
        const aside = probeFor(connection, () => request.key, true);
        surveyAll(connection, aside, discovery).catch(() => undefined);
      });
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): SessionState => state,
    /** The client of the open connection. */
    client: (): Client | undefined => client,
    connect: (request: ConnectRequest): Promise<void> => connect(request),
    drift: host.drift,

    /** Finds out anew what the service offers. @throws ApiError */
    async askAgain(): Promise<void> {
      const { connection } = state;
      if (!connection) return;
      const probe = probeFor(connection, () => key);
      await surveyAll(connection, probe, await discover(probe));
    },

    /**
     * Goes on after a reload: the demo fetches its keys again, a remembered key is used again, and
     * otherwise the user enters the key again and everything else stays.
     */
    async resume(): Promise<void> {
      const remembered = readRemembered(host.store.get(slot));
      if (!remembered) return;
      const left = host.signOutOf?.(scopeOf(remembered.connection, remembered.organizationId));
      if (left && left.at > remembered.at) {
        // In another tab, while this one slept or was closed: a key that it remembered is forgotten too.
        host.store.remove(slot);
        change({ leftElsewhere: left.erased ? 'erased' : 'kept' });
        return;
      }
      openedAt = remembered.at;
      const organization = remembered.organizationId
        ? { id: remembered.organizationId, name: undefined }
        : undefined;
      change({
        phase: 'resuming',
        connection: remembered.connection,
        organization,
        demo: remembered.demo,
        stopped: undefined,
      });
      try {
        const demoKey = remembered.demo ? await demoKeyOf(host, remembered.organizationId) : undefined;
        const known = remembered.key ?? demoKey;
        if (known === undefined) {
          change({ phase: 'key-asked' });
          return;
        }
        await connect({ ...remembered, key: known, remember: remembered.key !== undefined }, true);
      } catch (stopped) {
        change({ phase: 'key-asked', stopped });
      }
    },

    /** Takes another key for the same connection and repeats what waited. @throws ApiError */
    async replaceKey(next: string): Promise<void> {
      const { connection } = state;
      if (!connection) return;
      const probe = probeFor(connection, () => next);
      await probe.call('listWitnesses', { query: { pagination: { page: 1, size: 1 } } });
      key = next;
      const remembered = readRemembered(host.store.get(slot));
      if (remembered?.key !== undefined) host.store.set(slot, JSON.stringify({ ...remembered, key: next }));
      change({ keyRefused: false });
      release((call) => call.resolve());
    },

    /** Works for another of the caller's organizations, or one whose id the reader typed. */
    chooseOrganization(organization: KnownOrganization): void {
      const { connection } = state;
      if (!connection) return;
      client = clientFor(connection, organization.id, true);
      const remembered = readRemembered(host.store.get(slot));
      openedAt = currentMillis();
      if (remembered)
        host.store.set(
          slot,
          JSON.stringify({ ...remembered, organizationId: organization.id, at: openedAt }),
        );
      const known = state.organizations.some(({ id }) => id === organization.id);
      change({
        organization,
        organizations: known ? state.organizations : [...state.organizations, organization],
      });
    },

    /** Another name for one of the organizations, as it was just saved. */
    renameOrganization(id: string, name: string): void {
      const renamed = <O extends KnownOrganization>(one: O): O => (one.id === id ? { ...one, name } : one);
      change({
        organization: state.organization && renamed(state.organization),
        organizations: state.organizations.map(renamed),
      });
    },

    signOut(leftElsewhere?: LeftElsewhere): void {
      key = undefined;
      client = undefined;
      host.store.remove(slot);
      host.store.remove(capabilitiesSlot);
      release((call) => call.reject(cancelled()));
      change({ ...closed, leftElsewhere });
    },

    /** Bounds how many calls are on their way: once the first screen, which has few, is there. */
    limit(next: Turns): void {
      turns = next;
    },

    /** When this tab was opened for what it is open for: milliseconds since 1970. */
    openedAt: (): number => openedAt,
  };
}

const cancelled = (): ApiError =>
  new ApiError('cancelled', { method: '', path: '', at: currentTime().toISOString() });

async function demoKeyOf(
  host: { fetch: typeof fetch; origin: string },
  organizationId: string | undefined,
): Promise<string | undefined> {
  const { organizations } = await readSandboxSession(host.fetch, host.origin);
  return (organizations.find(({ id }) => id === organizationId) ?? organizations[0])?.apiKey;
}

/** The capabilities discovered before the reload, if the slot has those of this service. */
function readStoredCapabilities(text: string | null, connection: Connection): Capabilities | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as { baseUrl?: unknown; capabilities?: Partial<Capabilities> } | null;
    const { absent, present, foundAt } = value?.capabilities ?? {};
    if (value?.baseUrl !== connection.baseUrl || typeof foundAt !== 'string') return undefined;
    const names = (list: unknown): OperationName[] =>
      Array.isArray(list) ? list.filter((name): name is OperationName => name in addresses) : [];
    return { absent: names(absent), present: names(present), foundAt };
  } catch {
    return undefined;
  }
}

/** What stands in the store may be of another build or of another hand. */
function readRemembered(text: string | null): Remembered | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Remembered> | null;
    if (typeof value?.connection?.baseUrl !== 'string' || !URL.canParse(value.connection.baseUrl))
      return undefined;
    return {
      connection: value.connection,
      organizationId: typeof value.organizationId === 'string' ? value.organizationId : undefined,
      demo: value.demo === true,
      at: Number(value.at) || 0,
      ...(typeof value.key === 'string' ? { key: value.key } : {}),
    };
  } catch {
    return undefined;
  }
}
