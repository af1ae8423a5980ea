import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Capabilities } from './capabilities.ts';
import type { Client } from '../http/client.ts';
import type { Connection } from './connection.ts';
import type { DriftReport } from '../answers/drift.ts';
import type { Session } from './session.ts';
import type { KnownOrganization, SessionState } from './session-state.ts';

interface Host {
  readonly session: Session;
  readonly fetch: typeof fetch;
  readonly origin: string;
}

const HostContext = createContext<Host | undefined>(undefined);

export function SessionProvider({ host, children }: { host: Host; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('A SessionProvider is missing above this component.');
  return host;
}

/** The present connection's state; the component re-renders when it changes. */
export function useSession(): SessionState {
  const { session } = useHost();
  return useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);
}

/** What a screen behind `/connect` may count on. */
export interface OpenConnection {
  readonly client: Client;
  readonly connection: Connection;
  readonly capabilities: Capabilities;
  readonly organization: KnownOrganization | undefined;
}

/** The open connection; only screens that the shell shows while one is open may call it. */
export function useConnection(): OpenConnection {
  const { session } = useHost();
  const { connection, capabilities, organization } = useSession();
  const client = session.client();
  if (!client || !connection || !capabilities) throw new Error('No connection is open.');
  return { client, connection, capabilities, organization };
}

/**
 * Narrows a list to the chosen organization for a caller who acts for several. Who acts for one, or only as a person,
 * sees everything that is there to see.
 */
export function useOrganizationFilter(): { readonly organization?: { readonly eq: string } } {
  const { organization, organizations } = useSession();
  return organization && organizations.length > 1 ? { organization: { eq: organization.id } } : {};
}

export function useClient(): Client {
  return useConnection().client;
}

/** What differed from the contract in the answers of this service, while the tab has been open. */
export function useDrift(): DriftReport | undefined {
  const { session } = useHost();
  const { connection } = useSession();
  const { drift } = session;
  const read = (): DriftReport | undefined => (connection ? drift?.report(connection.baseUrl) : undefined);
  return useSyncExternalStore((listener) => drift?.subscribe(listener) ?? (() => undefined), read, read);
}
