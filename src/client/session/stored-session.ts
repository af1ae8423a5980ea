import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import type { Capabilities } from './capabilities.ts';
import type { Connection } from './connection.ts';
import type { KnownOrganization } from './session-state.ts';

/** The tab's session store: an interface, so that tests and private windows can do without. */
export interface TabStore {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** What a reload needs to open the session again. */
interface StoredSession {
  readonly connection: Connection;
  readonly organizationId: string | undefined;
  readonly demo: boolean;
  /** When the session was opened, Unix ms. */
  readonly at: number;
  /** Only if the user chose to keep the key for this tab. */
  readonly key?: string;
}

const sessionSlot = 'testigo.session';
/** What a service answered before a reload. */
export interface KnownService {
  readonly capabilities: Capabilities;
  /** At least one. */
  readonly organizations: readonly KnownOrganization[];
  /** Whether every operation was probed, not only those that the first screens need. */
  readonly isSurveyed: boolean;
}

/** Session storage slot of what the last service of this tab offers. */
const capabilitiesSlot = 'testigo.capabilities';

/** Reads and writes what the tab's session store has of the session. */
export class SessionStore {
  readonly #tab: TabStore;

  constructor(tab: TabStore) {
    this.#tab = tab;
  }

  read(): StoredSession | undefined {
    return parseStoredSession(this.#tab.get(sessionSlot));
  }

  write(session: StoredSession): void {
    this.#tab.set(sessionSlot, JSON.stringify(session));
  }

  /** Changes a part of the stored session, if there is one. */
  update(part: Partial<StoredSession>): void {
    const before = this.read();
    if (before) this.write({ ...before, ...part });
  }

  removeSession(): void {
    this.#tab.remove(sessionSlot);
  }

  /** What was discovered before the reload, if the slot has it of this service. */
  readService(connection: Connection): KnownService | undefined {
    return parseService(this.#tab.get(capabilitiesSlot), connection);
  }

  writeService({ baseUrl }: Connection, known: KnownService): void {
    this.#tab.set(capabilitiesSlot, JSON.stringify({ baseUrl, ...known }));
  }

  removeAll(): void {
    this.removeSession();
    this.#tab.remove(capabilitiesSlot);
  }
}

/** Another build, or a person, may have written what the store has. */
function parseStoredSession(text: string | null): StoredSession | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<StoredSession> | null;
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

function parseService(text: string | null, connection: Connection): KnownService | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as {
      baseUrl?: unknown;
      capabilities?: Partial<Capabilities>;
      organizations?: unknown;
      isSurveyed?: unknown;
    } | null;
    const { absent, present, foundAt } = value?.capabilities ?? {};
    const organizations = parseOrganizations(value?.organizations);
    if (value?.baseUrl !== connection.baseUrl || typeof foundAt !== 'string' || organizations.length === 0)
      return undefined;
    const names = (list: unknown): OperationName[] =>
      Array.isArray(list) ? list.filter((name): name is OperationName => name in addresses) : [];
    return {
      capabilities: { absent: names(absent), present: names(present), foundAt },
      organizations,
      isSurveyed: value.isSurveyed === true,
    };
  } catch {
    return undefined;
  }
}

function parseOrganizations(value: unknown): KnownOrganization[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: { id?: unknown; name?: unknown } | null) =>
    typeof one?.id === 'string'
      ? [{ id: one.id, name: typeof one.name === 'string' ? one.name : undefined }]
      : [],
  );
}
