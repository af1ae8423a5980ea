import type { DriftLog } from '../answers/drift.ts';
import type { SandboxSession } from '../sandbox.ts';
import type { Connection } from './connection.ts';
import type { TabStore } from './stored-session.ts';

/** What a connection is opened with. */
export interface ConnectRequest {
  readonly connection: Connection;
  readonly key: string;
  /** Keep the key in this tab's session store, so that a reload does not ask for it. */
  readonly remember: boolean;
  readonly organizationId?: string | undefined;
  readonly demo?: boolean;
}

/** What a session needs of the page that it is in. */
export interface SessionHost {
  readonly fetch: typeof fetch;
  readonly store: TabStore;
  readonly origin: string;
  /** The demo of the page's own service. */
  readonly readDemo?: () => Promise<SandboxSession>;
  /** Notes what differs from the contract in the answers. */
  readonly drift?: DriftLog;
  /** Runs something once there is time for it; without it, only what the first screens need is probed. */
  readonly later?: (run: () => void) => void;
  /** When a scope was last signed out of, in whichever tab. */
  readonly signOutOf?: (scope: string) => { readonly at: number; readonly erased: boolean } | undefined;
}
