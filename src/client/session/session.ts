import { replaceEqualDeep } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { discover, joined, offersSame, oneRow, organizationsOf, type Discovery } from './capabilities.ts';
import { createClient, type Client } from '../http/client.ts';
import type { ClientSettings } from '../http/send-call.ts';
import { scopeOf, type Connection } from './connection.ts';
import type { DriftLog } from '../answers/drift.ts';
import type { Turns } from '../http/in-flight.ts';
import { readSandboxSession } from '../sandbox.ts';
import type { ConnectRequest, SessionHost } from './session-host.ts';
import { SessionKey } from './session-key.ts';
import { closed, type KnownOrganization, type LeftElsewhere, type SessionState } from './session-state.ts';
import { SessionStore, type KnownService } from './stored-session.ts';

/** A key that works, for another organization than the present one. */
export class OtherOrganizationError extends Error {
  /** The name of that organization, where the service says it. */
  readonly organization: string | undefined;

  constructor(organization: string | undefined) {
    super('The key is of another organization.');
    this.name = 'OtherOrganizationError';
    this.organization = organization;
  }
}

/**
 * One connection at a time. Its key is private to `SessionKey`: nothing outside can read it, so nothing outside can
 * log, store or send it.
 */
export class Session {
  readonly drift: DriftLog | undefined;
  readonly #host: SessionHost;
  readonly #stored: SessionStore;
  readonly #listeners = new Set<() => void>();
  #key: SessionKey | undefined;
  #state: SessionState = closed;
  #openedAt = 0;
  #turns: Turns | undefined;
  #client: Client | undefined;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#stored = new SessionStore(host.store);
    this.drift = host.drift;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SessionState => this.#state;

  /** The client of the open connection. */
  client(): Client | undefined {
    return this.#client;
  }

  /** When this tab opened its present connection and organization, Unix ms. */
  openedAt(): number {
    return this.#openedAt;
  }

  /** Bounds how many calls are on their way: once the first screen, which has few, is there. */
  limit(turns: Turns): void {
    this.#turns = turns;
  }

  /**
   * Checks the key at once, finds the organization and what the service can do.
   *
   * @throws ApiError when the service cannot be reached or refuses the key
   */
  async connect(request: ConnectRequest): Promise<void> {
    const discovery = await discover(this.#createProbe(request.connection, () => request.key));
    this.#openNew(request, discovery);
  }

  /**
   * Goes on after a reload: the demo fetches its keys again, a remembered key is used again, and
   * otherwise the user enters the key again and everything else stays.
   */
  async resume(): Promise<void> {
    const stored = this.#stored.read();
    if (!stored) return;
    const { connection, organizationId, demo } = stored;
    const left = this.#host.signOutOf?.(scopeOf(connection, organizationId));
    if (left && left.at > stored.at) {
      // In another tab, while this one slept or was closed: a key that it remembered is forgotten too.
      this.#stored.removeSession();
      this.#change({ leftElsewhere: left.erased ? 'erased' : 'retained' });
      return;
    }
    this.#openedAt = stored.at;
    const organization = organizationId ? { id: organizationId, name: undefined } : undefined;
    this.#change({ phase: 'resuming', connection, organization, demo, stopped: undefined });
    try {
      const demoKey = demo ? await this.#fetchDemoKey(organizationId) : undefined;
      const key = stored.key ?? demoKey;
      if (key === undefined) this.#change({ phase: 'key-required' });
      else await this.#reconnect({ ...stored, key, remember: stored.key !== undefined });
    } catch (stopped) {
      this.#change({ phase: 'key-required', stopped });
    }
  }

  /** Finds out anew what the service offers. @throws ApiError */
  async surveyAgain(): Promise<void> {
    const { connection } = this.#state;
    if (!connection || !this.#key) return;
    const probe = this.#createProbe(connection, this.#key.read);
    await this.#survey(connection, probe, await discover(probe));
  }

  /**
   * Takes another key for the same connection and repeats the calls that waited for one.
   *
   * @throws ApiError; OtherOrganizationError when the service says that the key is not of the present organization
   */
  async replaceKey(key: string): Promise<void> {
    const { connection, organization } = this.#state;
    if (!connection) return;
    const probe = this.#createProbe(connection, () => key);
    await probe.call('listWitnesses', oneRow);
    const listed = organization && (await organizationsOf(probe));
    // What is on the screen, stored and sent would be of one organization, and the key of another.
    if (listed && !listed.some(({ id }) => id === organization.id))
      throw new OtherOrganizationError(listed[0]?.name ?? undefined);
    this.#key?.replace(key);
    if (this.#stored.read()?.key !== undefined) this.#stored.update({ key });
    this.#change({ keyRefused: false });
  }

  /** Works for another of the caller's organizations, or one whose id the user typed. */
  chooseOrganization(organization: KnownOrganization): void {
    const { connection, organizations } = this.#state;
    if (!connection || !this.#key) return;
    this.#client = this.#createClient(connection, organization.id, this.#key);
    this.#openedAt = currentMillis();
    this.#stored.update({ organizationId: organization.id, at: this.#openedAt });
    const isKnown = organizations.some(({ id }) => id === organization.id);
    this.#change({
      organization,
      organizations: isKnown ? organizations : [...organizations, organization],
    });
  }

  /** Another name for one of the organizations, as it was just saved. */
  renameOrganization(id: string, name: string): void {
    const { organization, organizations } = this.#state;
    const rename = <O extends KnownOrganization>(one: O): O => (one.id === id ? { ...one, name } : one);
    this.#change({
      organization: organization && rename(organization),
      organizations: organizations.map(rename),
    });
    const { connection } = this.#state;
    const known = connection && this.#stored.readService(connection);
    if (known) this.#storeService(known.isSurveyed);
  }

  signOut(leftElsewhere?: LeftElsewhere): void {
    this.#client = undefined;
    this.#stored.removeAll();
    this.#key?.end();
    this.#key = undefined;
    this.#change({ ...closed, leftElsewhere });
  }

  #change(part: Partial<SessionState>): void {
    const state = replaceEqualDeep(this.#state, { ...this.#state, ...part });
    // Every screen renders again when the session changes: an equal state notifies nobody.
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Connects after a reload. With what the service answered before it, the session opens at once: the calls of the
   * first screen show whether the key is still taken.
   */
  async #reconnect(request: ConnectRequest): Promise<void> {
    const known = this.#stored.readService(request.connection);
    if (known) {
      const opened = this.#open(request, known);
      this.#host.later?.(() => {
        this.#discoverAgain(request, known, opened).catch(() => undefined);
      });
      return;
    }
    const discovery = await discover(this.#createProbe(request.connection, () => request.key));
    // Signed out meanwhile, in another tab.
    if (this.#state.phase !== 'resuming') return;
    this.#openNew(request, discovery);
  }

  /** Finds out in the background what has changed since a session was open before. */
  async #discoverAgain({ connection }: ConnectRequest, known: KnownService, key: SessionKey): Promise<void> {
    const probe = this.#createProbe(connection, key.read, true);
    const discovery = await discover(probe);
    if (!this.#isOpen(connection)) return;
    const { organizations } = discovery;
    const [first] = organizations;
    if (first) {
      const present = organizations.find(({ id }) => id === this.#state.organization?.id);
      this.#change({ organizations, ...(present && { organization: present }) });
      if (!present) this.chooseOrganization(first);
    }
    if (!known.isSurveyed) {
      await this.#survey(connection, probe, discovery);
      return;
    }
    const capabilities = joined(discovery.capabilities, known.capabilities);
    if (!offersSame(capabilities, this.#state.capabilities)) this.#change({ capabilities });
    this.#storeService();
  }

  #isOpen({ baseUrl }: Connection): boolean {
    const { phase, connection } = this.#state;
    return phase === 'open' && connection?.baseUrl === baseUrl;
  }

  /** Stores what the service offers, for the next reload. */
  #storeService(isSurveyed = true): void {
    const { connection, capabilities, organizations } = this.#state;
    if (connection && capabilities)
      this.#stored.writeService(connection, { capabilities, organizations, isSurveyed });
  }

  #open(
    request: ConnectRequest,
    { capabilities, organizations }: Omit<KnownService, 'isSurveyed'>,
  ): SessionKey {
    const { connection, key, organizationId, demo = false } = request;
    const requested = organizations.find(({ id }) => id === organizationId);
    // A caller who may not list organizations still works for the one that the form names.
    const unlisted = organizationId ? { id: organizationId, name: undefined } : undefined;
    const organization = requested ?? (organizations.length === 0 ? unlisted : organizations[0]);
    this.#key?.end();
    const opened = new SessionKey(key, () => {
      if (!this.#state.keyRefused) this.#change({ keyRefused: true });
    });
    this.#key = opened;
    this.#client = this.#createClient(connection, organization?.id, opened);
    this.#openedAt = currentMillis();
    this.#stored.write({
      connection,
      organizationId: organization?.id,
      demo,
      at: this.#openedAt,
      ...(request.remember ? { key } : {}),
    });
    this.#change({
      ...closed,
      phase: 'open',
      connection,
      organization,
      organizations: organizations.length === 0 && organization ? [organization] : organizations,
      capabilities,
      demo,
    });
    return opened;
  }

  #openNew(request: ConnectRequest, discovery: Discovery): void {
    const { connection } = request;
    const { read } = this.#open(request, discovery);
    this.#storeService(false);
    this.#host.later?.(() => {
      const probe = this.#createProbe(connection, read, true);
      this.#survey(connection, probe, discovery).catch(() => undefined);
    });
  }

  /** Finds out the rest of what the service offers, in the background. */
  async #survey(connection: Connection, probe: Client, discovery: Discovery): Promise<void> {
    const { survey } = await import('./survey.ts');
    const capabilities = await survey(probe, discovery);
    if (!this.#isOpen(connection)) return;
    this.#change({ capabilities });
    this.#storeService();
  }

  /** The client of the screens: a call whose key is refused waits for another key. */
  #createClient(connection: Connection, organizationId: string | undefined, key: SessionKey): Client {
    return createClient({
      ...this.#settingsOf(connection, organizationId),
      key: key.read,
      anotherKey: key.awaitAnother,
    });
  }

  /** A client that does not wait for another key: a refusal is its answer. */
  #createProbe(connection: Connection, key: () => string | undefined, background = false): Client {
    return createClient({ ...this.#settingsOf(connection, undefined), key, background });
  }

  async #fetchDemoKey(organizationId: string | undefined): Promise<string | undefined> {
    const { readDemo, fetch, origin } = this.#host;
    const { organizations } = await (readDemo?.() ?? readSandboxSession(fetch, origin));
    return (organizations.find(({ id }) => id === organizationId) ?? organizations[0])?.apiKey;
  }

  #settingsOf(connection: Connection, organizationId: string | undefined): Omit<ClientSettings, 'key'> {
    return {
      baseUrl: connection.baseUrl,
      scope: scopeOf(connection, organizationId),
      fetch: this.#host.fetch,
      turns: () => this.#turns,
      onRead: (name, issues) => this.drift?.note(connection.baseUrl, name, issues),
      onServerError: (name) => this.drift?.noteFailure(connection.baseUrl, name),
    };
  }
}
