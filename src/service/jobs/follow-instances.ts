import type { Clock } from '../handlers/sandbox/clock.ts';
import type { RequestState } from '../request-state.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database/database.ts';
import type { InstanceSession } from '../storage/database/instance-session.ts';
import { sharedText } from '../storage/tables/shared-state.ts';
import { createRepeatedRun } from './repeated-run.ts';
import type { RepeatedRun } from './repeated-run.ts';
import { createRequestCounts } from './request-counts.ts';

/** Milliseconds after which an instance looks again for what others of its database did, also where none reports it. */
const followPace = 1_000;

/** Under this name stands the plan of injected faults. */
const faultState = 'faults';

interface FollowDeps {
  readonly settings: Pick<Settings, 'rate' | 'rateAnonymous'>;
  readonly session: InstanceSession;
  readonly database: Database;
  readonly clock: Clock;
  readonly state: RequestState;
}

/**
 * Shares the clock, the injected faults and the limits of requests among the instances of a database (Rule ST-49). A
 * change of the first two is reported at once; the limits are exchanged once a second.
 */
export async function followInstances(deps: FollowDeps): Promise<RepeatedRun> {
  const { settings, session, database, clock, state } = deps;
  const { faults, perKey, perAddress } = state;
  const counts = createRequestCounts([
    { kind: 'key', limit: perKey, most: settings.rate },
    { kind: 'address', limit: perAddress, most: settings.rateAnonymous },
  ]);
  if (faults) {
    const store = sharedText(database, faultState, true);
    // They end with the last instance, as those of a single one do.
    if (await session.isAlone()) await store.remove();
    faults.share(store, () => void session.announce('faults').catch(ignore));
    session.listen('faults', () => void faults.follow().catch(ignore));
  }
  session.listen('clock', () => void clock.follow().catch(ignore));
  return createRepeatedRun(
    async () => {
      await clock.follow();
      await faults?.follow();
      await counts.exchange(database, await session.count());
      return followPace;
    },
    { gather: followPace, retry: followPace, longestRetry: 30_000 },
    ignore,
  );
}

/** Whoever answers requests finds the database lost as well, and reports it. */
const ignore = (): void => undefined;
