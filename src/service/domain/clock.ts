import { sql } from 'drizzle-orm';
import { currentMillis } from '#clock/clock.ts';
import type { SandboxClock } from '#contract/sandbox.ts';
import type { Database } from '../storage/database.ts';
import type { Queries } from '../storage/queries.ts';
import { readState, writeState } from '../storage/state.ts';
import { Fault } from './fault.ts';

/** Under this name stands how far the clock is ahead, in milliseconds. */
const clockState = 'clock';

/** Where the clock is to go: so many seconds on, or to an instant. */
export type ClockMove = { readonly advance: number } | { readonly at: Date };

/**
 * What everything of the service takes for now: the machine's clock, moved forward where a demo asked for it
 * (Rule ST-19). Only waiting goes by the machine's clock: timers, and the counting of requests.
 */
export interface Clock {
  now(): Date;
  read(): Promise<SandboxClock>;
  /** @throws Fault conflict where it would go back, or beyond the end of what it stamps with */
  move(to: ClockMove): Promise<SandboxClock>;
}

export async function openClock(
  database: Database,
  /** The last instant that it may be moved to. */
  latest: Date,
  machine: () => number = currentMillis,
): Promise<Clock> {
  let offset = await readOffset(database);
  const now = (): Date => new Date(machine() + offset);
  const told = (): SandboxClock => ({ now: now().toISOString(), offset: offset / 1000 });
  return {
    now,
    async read() {
      // Another process of the same database may have moved it.
      offset = await readOffset(database);
      return told();
    },
    async move(to) {
      offset = await database.transaction(async (tx) => {
        await tx.rows(sql`lock table service_state in exclusive mode`);
        const before = await readOffset(tx);
        const real = machine();
        const target = 'at' in to ? to.at.getTime() : real + before + Math.round(to.advance * 1000);
        if (target < real + before)
          throw refusal('The clock never goes back: what was written would lie in its future.');
        if (target > latest.getTime())
          throw refusal(`The clock goes no further than ${latest.toISOString()}.`);
        await writeState(tx, clockState, String(target - real));
        return target - real;
      });
      return told();
    },
  };
}

async function readOffset(queries: Queries): Promise<number> {
  return Number((await readState(queries, clockState)) ?? 0);
}

const refusal = (why: string): Fault => new Fault('conflict', why, { rule: 'ST-19' });
