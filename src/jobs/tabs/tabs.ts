import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { scopeOf } from '#client/session/connection.ts';
import { createTurns } from '#client/http/in-flight.ts';
import { onInvalidate } from '#client/queries/invalidate.ts';
import type { Session } from '#client/session/session.ts';
import { recordErasure } from '../store/erasures.ts';
import { browserTabs, type Pipe, type TabHost } from './host.ts';
import { signOuts, type SignOut } from './sign-outs.ts';

/**
 * What tabs send each other: that one signed out of a scope, and which queries a change made out of date. Queries are
 * named by their keys, which contain no secret; the API key of a service is never sent.
 *
 * A sign-out concerns a scope, that is a service and an organization, whatever key a tab has for it: the dialog names
 * the scope, and everything is stored under it. A tab of another organization of the same service stays signed in.
 * Whether two tabs have the same key could only be known by sending something derived from the key.
 */
type Message =
  | ({ readonly kind: 'signed-out'; readonly scope: string } & SignOut)
  | { readonly kind: 'changed'; readonly keys: readonly QueryKey[] };

const name = 'testigo-tabs';
/** Changes that come close together are posted together. */
const gatherMs = 100;

let joined: Pipe | undefined;

/** Lets this tab and the others of this browser know of each other. @returns how to leave them */
export function joinTabs(session: Session, queries: QueryClient, host: TabHost = browserTabs()): () => void {
  session.limit(createTurns());
  const scope = (): string | undefined => {
    const { connection, organization } = session.snapshot();
    return connection && scopeOf(connection, organization?.id);
  };
  const follow = (signedOutOf: string, { at, erased }: SignOut): void => {
    if (signedOutOf !== scope() || at <= session.openedAt()) return;
    // Recorded before the forms unmount, so that they do not store on leaving what was just erased.
    if (erased) recordErasure(signedOutOf, new Date(at).toISOString());
    session.signOut(erased ? 'erased' : 'retained');
  };
  /** A sign-out that this tab slept through is recorded in the store. */
  const look = (): void => {
    const present = scope();
    const known = present === undefined ? undefined : signOuts.of(present);
    if (present !== undefined && known) follow(present, known);
  };

  const pipe = host.pipe(name, (message) => {
    const received = message as Message; // only this code, of this build or another, writes to the channel
    if (received.kind === 'signed-out') follow(received.scope, received);
    if (received.kind === 'changed')
      for (const queryKey of received.keys)
        if (queryKey[0] === scope()) void queries.invalidateQueries({ queryKey });
  });
  joined = pipe;

  let pending = new Map<string, QueryKey>();
  const postChanges = (): void => {
    const keys = [...pending.values()];
    pending = new Map();
    pipe?.post({ kind: 'changed', keys } satisfies Message);
  };
  const stopListening = onInvalidate((keys) => {
    for (const key of keys.filter(([first]) => first === scope())) {
      if (pending.size === 0) setTimeout(postChanges, gatherMs);
      pending.set(JSON.stringify(key), key);
    }
  });

  const stopLooking = host.onWake(look);
  look();
  return () => {
    stopLooking();
    stopListening();
    pipe?.close();
    if (joined === pipe) joined = undefined;
  };
}

/** Signs every other tab out that is open for a scope now; this one goes with `noteSignOut`. */
export function signOutOthers(scope: string, erased: boolean): void {
  joined?.post({ kind: 'signed-out', scope, at: currentMillis(), erased } satisfies Message);
}
