import type { Capabilities } from './capabilities.ts';
import type { Connection } from './connection.ts';

/** State of the open connection. Never contains the key. */
export interface SessionState {
  readonly phase: 'none' | 'resuming' | 'key-required' | 'open';
  readonly connection: Connection | undefined;
  readonly organization: KnownOrganization | undefined;
  readonly organizations: readonly KnownOrganization[];
  readonly capabilities: Capabilities | undefined;
  /** The service refused the key that is in use; calls wait for another. */
  readonly keyRefused: boolean;
  readonly demo: boolean;
  /** Error of the last resume after a reload; the form for the key shows it. */
  readonly stopped: unknown;
  /** Another tab signed out of this session; its stored data stays or was erased. */
  readonly leftElsewhere: LeftElsewhere | undefined;
}

export type LeftElsewhere = 'retained' | 'erased';

export interface KnownOrganization {
  readonly id: string;
  readonly name: string | undefined;
}

/** The state without a connection. */
export const closed: SessionState = {
  phase: 'none',
  connection: undefined,
  organization: undefined,
  organizations: [],
  capabilities: undefined,
  keyRefused: false,
  demo: false,
  stopped: undefined,
  leftElsewhere: undefined,
};
