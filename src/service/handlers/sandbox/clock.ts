import { identifier, join, sql } from '../../storage/database/sql.ts';
import { currentMillis } from '#clock/clock.ts';
import type { SandboxClock } from '#contract/sandbox/sandbox.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { readState, writeState } from '../../storage/tables/state.ts';
import { ServiceError } from '../../service-error.ts';

/** Under this name stands how far the clock was moved ahead, in milliseconds. */
const clockState = 'clock';
/** Under this name stands the instant to which the clock was last moved, in milliseconds since 1970. */
const movedState = 'clock-moved-to';

/** Where the clock is to go: so many seconds on, or to an instant. */
export type ClockMove = { readonly advance: number } | { readonly at: Date };

/**
 * The current time for all of the service: the machine's clock, moved forward on request of a demo
 * (Rule ST-19). Only waiting goes by the machine's clock: timers, and the counting of requests.
 *
 * It never goes back, whatever the machine's clock does, also over a restart: nothing is ever written that is older than
 * what was written before. While the machine's clock is behind that, time goes on from there at its usual pace.
 */
export interface Clock {
  /** @param after what another process may have written: the answer is not before it, and no later answer is */
  now(after?: Date): Date;
  read(): Promise<SandboxClock>;
  /** @throws ServiceError conflict where it would go back, or beyond the end of what it stamps with */
  move(to: ClockMove): Promise<SandboxClock>;
  /** Takes over what other processes of the same database did: moves, and instants that they wrote. */
  follow(): Promise<void>;
}

/** Where time comes from, in milliseconds. */
export interface ClockSources {
  /**
   * Whether this is a service of the sandbox. One in production goes by the machine's clock alone where a demo moved
   * the clock of the same database ahead: neither the move nor what was written under it dates anything.
   */
  readonly isDemo?: boolean;
  /** Since 1970-01-01T00:00:00Z; it may be put back. */
  readonly machine?: () => number;
  /** Since any instant; it never goes back. */
  readonly elapsed?: () => number;
}

export async function openClock(
  database: Database,
  /** The last instant that it may be moved to. */
  latest: Date,
  { isDemo = true, machine = currentMillis, elapsed = () => performance.now() }: ClockSources = {},
): Promise<Clock> {
  let offset = 0;
  /** The newest instant that is known, and when it was. */
  let newest = { instant: -Infinity, at: elapsed() };

  const now = (after?: Date): Date => {
    const at = elapsed();
    const instant = Math.max(
      machine() + offset,
      newest.instant + (at - newest.at),
      after?.getTime() ?? -Infinity,
    );
    newest = { instant, at };
    return new Date(Math.floor(instant));
  };
  const state = (): SandboxClock => ({ now: now().toISOString(), offset: offset / 1000 });
  const follow = async (): Promise<void> => {
    const moved = await readOffset(database);
    if (!isDemo && moved !== 0) return;
    offset = moved;
    const newest = await newestWritten(database);
    if (newest > now().getTime()) now(new Date(newest));
  };
  await follow();
  return {
    now,
    follow,
    async read() {
      // Another process of the same database may have moved it.
      if (isDemo) offset = await readOffset(database);
      return state();
    },
    async move(to) {
      const moved = await database.transaction(async (tx) => {
        await tx.rows(sql`lock table service_state in exclusive mode`);
        offset = await readOffset(tx);
        const before = now().getTime();
        const target = 'at' in to ? to.at.getTime() : before + Math.round(to.advance * 1000);
        if (target < before)
          throw refusal('The clock never goes back: what was written would lie in its future.');
        if (target > latest.getTime())
          throw refusal(`The clock goes no further than ${latest.toISOString()}.`);
        // What the machine's clock is behind is not the demo's doing, and ends when that is put right.
        const ahead = offset + target - before;
        await writeState(tx, clockState, String(ahead));
        await writeState(tx, movedState, String(target));
        return { ahead, target: new Date(target) };
      });
      offset = moved.ahead;
      now(moved.target);
      return state();
    },
  };
}

async function readOffset(queries: Queries): Promise<number> {
  return Number((await readState(queries, clockState)) ?? 0);
}

/** What is written with its instant, each with an index by it. */
const dated = [
  'witnesses',
  'invites',
  'signature_requests',
  'organizations',
  'subjects',
  'organization_links',
  'organization_members',
  'api_keys',
] as const;

/** The newest instant that the database knows of, in milliseconds since 1970; -Infinity: none. */
async function newestWritten(queries: Queries): Promise<number> {
  const newestOf = dated.map((table) => sql`(select max(updated_at) from ${identifier(table)})`);
  const [row] = await queries.rows<{ newest: Date | null }>(
    sql`select greatest(${join(newestOf, ', ')}) as newest`,
  );
  const moved = await readState(queries, movedState);
  return Math.max(row?.newest?.getTime() ?? -Infinity, moved === undefined ? -Infinity : Number(moved));
}

const refusal = (why: string): ServiceError => new ServiceError('conflict', why, { rule: 'ST-19' });
