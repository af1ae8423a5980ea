import pLimit from 'p-limit';
import { reasonOf } from '../../http/monitoring/log.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { endFailures, noteFailures, readWaitingKeys } from '../../storage/tables/failed-work.ts';
import type { FailedKind } from '../../storage/tables/failed-work.ts';

/** What became of a sweep. */
export interface Swept {
  /** Items that were done. */
  readonly count: number;
  /** Why others were not; each of those is remembered and due again. */
  readonly errors: readonly unknown[];
}

/** Items of one look: so many are attempted before it is known whether any of them can be done. */
export const stretch = 100;

/** Items on which a store works at once. */
const callsAtOnce = 16;

/**
 * Attempts each of these on its own: one that fails stops no other. It is remembered with its reason, and due again later
 * (Rule ST-52).
 *
 * @param attempt repeatable: whoever is cut after it does it again
 * @param atOnce 1 where each is a transaction
 * @throws StorageUnavailable where the database cannot remember what failed
 */
export async function attemptEach<Item>(
  queries: Queries,
  kind: FailedKind,
  { items, keyOf, atOnce = callsAtOnce }: Attempts<Item>,
  attempt: (item: Item) => Promise<unknown>,
): Promise<Swept> {
  const limit = pLimit(atOnce);
  const done: string[] = [];
  const failed: { key: string; error: unknown }[] = [];
  const one = async (item: Item): Promise<void> => {
    const key = keyOf(item);
    try {
      await attempt(item);
      done.push(key);
    } catch (error) {
      failed.push({ key, error });
    }
  };
  await Promise.all(items.map((item) => limit(() => one(item))));
  await endFailures(queries, kind, done);
  await noteFailures(
    queries,
    kind,
    failed.map(({ key, error }) => ({ key, reason: reasonOf(error) })),
  );
  return { count: done.length, errors: failed.map(({ error }) => error) };
}

/** The same of items that are not found by a query: those that wait after a failure are left out. */
export async function attemptDue<Item>(
  queries: Queries,
  kind: FailedKind,
  attempts: Attempts<Item>,
  attempt: (item: Item) => Promise<unknown>,
): Promise<Swept> {
  const waiting = await readWaitingKeys(queries, kind);
  const items = attempts.items.filter((item) => !waiting.has(attempts.keyOf(item)));
  return attemptEach(queries, kind, { ...attempts, items }, attempt);
}

interface Attempts<Item> {
  readonly items: readonly Item[];
  /** A name of an item that no other of its kind has. */
  readonly keyOf: (item: Item) => string;
  readonly atOnce?: number;
}

/**
 * Repeats a look until it has found fewer items than it may. One that did none of them is the last: where the store is
 * away, each further item would fail too.
 */
export async function sweepAll(
  look: () => Promise<Swept & { readonly found: number }>,
  most: number,
): Promise<Swept> {
  const errors: unknown[] = [];
  for (let count = 0; ;) {
    const some = await look();
    count += some.count;
    errors.push(...some.errors);
    if (some.found < most || some.errors.length >= some.found) return { count, errors };
  }
}
