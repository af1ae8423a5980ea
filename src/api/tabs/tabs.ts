import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { currentMillis } from '#clock/clock.ts';
import { scopeOf } from '../connection.ts';
import { createTurns } from '../in-flight.ts';
import type { Session } from '../session.ts';
import { noteErased } from '../store/erased.ts';
import { browserTabs, type Pipe, type TabHost } from './host.ts';
import { shareAnswers } from './share-answers.ts';
import { signOuts, type SignOut } from './sign-outs.ts';

/**
 * What tabs tell each other: that one signed out of a scope, and what a change made older answers of. Queries are
 * named by their keys, which hold no secret; a key of a service is never told.
 *
 * A sign-out is of a scope, that is of a service and an organization, whatever key a tab has for it: that is what the
 * reader is asked about by name, and under what everything kept is kept. A tab of another organization of the same
 * service is another desk and stays. Whether two tabs hold the same key could only be told by telling something
 * of the key.
 */
type Message =
  | ({ readonly kind: 'signed-out'; readonly scope: string } & SignOut)
  | { readonly kind: 'changed'; readonly keys: readonly QueryKey[]; readonly at: number };

const name = 'testigo-tabs';
/** Changes that come close together are told together. */
const gather = 100;

let joined: Pipe | undefined;

/** Lets this tab and the others of this browser know of each other. @returns how to leave them */
export function joinTabs(session: Session, queries: QueryClient, host: TabHost = browserTabs()): () => void {
  session.limit(createTurns());
  const answers = shareAnswers(host, queries);
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({
    ...defaults,
    queries: { ...defaults.queries, persister: (ask, context, query) => answers.read(ask, context, query) },
  });

  const scope = (): string | undefined => {
    const { connection, organization } = session.snapshot();
    return connection && scopeOf(connection, organization?.id);
  };
  const follow = (told: string, { at, erased }: SignOut): void => {
    if (told !== scope() || at <= session.openedAt()) return;
    // Before the forms go: what they would keep on leaving is of before it was erased.
    if (erased) noteErased(told, new Date(at).toISOString());
    session.signOut(erased ? 'erased' : 'kept');
  };
  /** What was told while this tab slept is written down. */
  const look = (): void => {
    const present = scope();
    const known = present === undefined ? undefined : signOuts.of(present);
    if (present !== undefined && known) follow(present, known);
  };

  const own = queries.invalidateQueries.bind(queries);
  const pipe = host.pipe(name, (message) => {
    const heard = message as Message; // only this code, of this build or another, writes to the channel
    if (heard.kind === 'signed-out') follow(heard.scope, heard);
    if (heard.kind === 'changed') {
      const keys = heard.keys.filter(([first]) => first === scope());
      answers.changed(keys, heard.at);
      for (const queryKey of keys) void own({ queryKey });
    }
  });
  joined = pipe;

  let untold = new Map<string, QueryKey>();
  const tellChanges = (): void => {
    const keys = [...untold.values()];
    untold = new Map();
    pipe?.post({ kind: 'changed', keys, at: host.now() } satisfies Message);
  };
  queries.invalidateQueries = (filters, options) => {
    const key = filters?.queryKey;
    if (key && key[0] === scope()) {
      answers.changed([key], host.now());
      if (untold.size === 0) setTimeout(tellChanges, gather);
      untold.set(JSON.stringify(key), key);
    }
    return own(filters, options);
  };

  let asked = 0;
  const meet = async (): Promise<void> => {
    const mine = (asked += 1);
    const asker = await session.asker();
    if (mine === asked) answers.meet(asker && `${name} ${host.build} ${shortOf(asker)}`);
  };
  const unsubscribe = session.subscribe(() => void meet());
  const stopLooking = host.onWake(look);
  look();
  void meet();
  return () => {
    unsubscribe();
    stopLooking();
    answers.meet(undefined);
    pipe?.close();
    if (joined === pipe) joined = undefined;
    queries.invalidateQueries = own;
    queries.setDefaultOptions(defaults);
  };
}

/** Signs every other tab out that is open for a scope now; this one goes with `noteSignOut`. */
export function signOutOthers(scope: string, erased: boolean): void {
  joined?.post({ kind: 'signed-out', scope, at: currentMillis(), erased } satisfies Message);
}

/** 96 bits: enough to be one's own, and of no use for anything else. */
const shortOf = (digest: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(digest, 0, 12)));
