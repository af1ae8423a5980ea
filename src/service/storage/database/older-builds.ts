import { currentTime } from '#clock/clock.ts';
import { readState, writeState } from '../tables/state.ts';
import type { Database } from './database.ts';
import { isOlderBuildServing } from './instance-session.ts';
import type { Queries } from './queries.ts';
import { sql } from './sql.ts';

/** From this migration on a proof is made of the tree of its batch; builds without it read stored proofs alone. */
const migration = '0113-merkle-trees.sql';

/** Under this name stand since when no older build has served the data, and when that was last seen, in milliseconds. */
const aloneState = 'no-older-build-since';

/** Milliseconds in which a release can be taken back. */
const takeBackMs = 86_400_000;
/** Milliseconds in which nobody looked and an older build may have served PostgreSQL: then the time begins anew. */
const gapMs = 3_600_000;

/** Whether older builds refuse the data. Until they do, proofs are stored for them (decision 159). */
export async function areOlderBuildsEnded(queries: Queries): Promise<boolean> {
  const [row] = await queries.rows<{ ended: boolean }>(
    sql`select ends_older as ended from migrations where name = ${migration}`,
  );
  return row?.ended === true;
}

/**
 * Has older builds refuse the data once none of them has served it for a day. Who looks is of this build, and the embedded
 * database has one process at a time.
 *
 * @returns whether they refuse it
 */
export async function endOlderBuilds(database: Database, takeBack = takeBackMs): Promise<boolean> {
  if (await areOlderBuildsEnded(database)) return true;
  return database.transaction(async (tx) => {
    const isServing = database.kind === 'postgresql' ? await isOlderBuildServing(tx) : false;
    if (isServing === undefined) return false;
    const state = await readState(tx, aloneState);
    const forget = sql`delete from service_state where name = ${aloneState}`;
    if (isServing) {
      if (state !== undefined) await tx.rows(forget);
      return false;
    }
    const now = currentTime().getTime();
    const [since = NaN, last = NaN] = (state ?? '').split(' ').map(Number);
    const gap = database.kind === 'postgresql' ? gapMs : Infinity;
    // Without a state nothing is known; one of the future says that the clock was put back.
    const isKnown = state !== undefined && since <= last && last <= now && now - last <= gap;
    if (!isKnown || now - since < takeBack) {
      await writeState(tx, aloneState, `${isKnown ? since : now} ${now}`);
      return false;
    }
    await tx.rows(forget);
    await tx.rows(sql`update migrations set ends_older = true where name = ${migration}`);
    return true;
  });
}
