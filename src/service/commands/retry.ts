import { identifier, sql } from '../storage/database/sql.ts';
import type { Sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import { retryAnchors } from '../storage/tables/anchor-store.ts';
import type { Queries } from '../storage/database/queries.ts';
import { attentionAttempts, retryWork, workTables } from '../storage/tables/work-items.ts';
import { failedKinds, retryFailed } from '../storage/tables/failed-work.ts';
import type { FailedKind } from '../storage/tables/failed-work.ts';
import type { WorkTable } from '../storage/tables/work-items.ts';
import { commandOf } from './arguments.ts';
import type { Arguments, Outcome } from './arguments.ts';
import { CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';
import { withDatabase } from './open-database.ts';

/** `retry …`: what is being preserved, swept or followed and failed the last time (Rules PR-7, ST-52). */
export const retryCommand = commandOf('retry', {
  list: { usage: '', options: {}, positionals: [], run: list },
  now: { usage: '[--item ID]', options: { item: 'value' }, positionals: [], run: now },
});

interface FailedItem {
  readonly kind: 'batch' | 'certificate' | 'checkpoint' | FailedKind;
  readonly id: string;
  /** The Merkle root of a batch. */
  readonly root: string | null;
  readonly attempts: number;
  readonly needsAttention: boolean;
  readonly nextAttemptAt: string | null;
  readonly failure: string | null;
}

const kinds = {
  preservation_batches: 'batch',
  preservation_certificates: 'certificate',
  preservation_checkpoints: 'checkpoint',
} as const satisfies Readonly<Record<WorkTable, FailedItem['kind']>>;

const columns: Readonly<Record<WorkTable | 'failed_work', Sql>> = {
  preservation_batches: sql`${kinds.preservation_batches}::text as kind, id, merkle_root as root`,
  preservation_certificates: sql`${kinds.preservation_certificates}::text as kind, witness_id as id, null::text as root`,
  preservation_checkpoints: sql`${kinds.preservation_checkpoints}::text as kind, tree_size::text as id, null::text as root`,
  failed_work: sql`kind, key as id, null::text as root`,
};

async function failedItems(queries: Queries): Promise<FailedItem[]> {
  const found: FailedItem[] = [];
  for (const table of [...workTables, 'failed_work'] as const) {
    const rows = await queries.rows<{
      kind: FailedItem['kind'];
      id: string;
      root: string | null;
      attempts: number;
      next_attempt_at: Date | null;
      last_error: string | null;
    }>(sql`select ${columns[table]}, attempts, next_attempt_at, last_error from ${identifier(table)}
      where attempts > 0 order by 1, 2`);
    for (const { kind, id, root, attempts, next_attempt_at: next, last_error: failure } of rows)
      found.push({
        kind,
        id,
        root,
        attempts,
        needsAttention: attempts >= attentionAttempts,
        nextAttemptAt: next?.toISOString() ?? null,
        failure,
      });
  }
  return found;
}

const lineOf = (item: FailedItem): string => {
  const { kind, id, root, attempts, needsAttention, nextAttemptAt, failure } = item;
  const attention = needsAttention ? 'needs attention, ' : '';
  return (
    `${kind} ${id}${root === null ? '' : ` (root ${root})`}: failed ${attempts} times, ${attention}` +
    `next ${nextAttemptAt ?? 'at once'}: ${failure ?? 'no reason stored'}`
  );
};

async function list(_args: Arguments, context: CommandContext): Promise<Outcome> {
  const items = await withDatabase(context, failedItems);
  return { json: items, lines: items.length === 0 ? ['Nothing failed the last time.'] : items.map(lineOf) };
}

/** The service takes up what is due within seconds, or as it starts. */
async function now(args: Arguments, context: CommandContext): Promise<Outcome> {
  const itemId = args.value('item');
  const items = await withDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const failed = await failedItems(tx);
      const chosen =
        itemId === undefined ? failed : failed.filter(({ id, root }) => [id, root].includes(itemId));
      if (itemId !== undefined && chosen.length === 0)
        throw new CommandFailure(`Nothing that failed the last time has the id or root ${itemId}.`);
      for (const table of workTables)
        await retryWork(
          tx,
          table,
          chosen.filter(({ kind }) => kind === kinds[table]).map(({ id }) => id),
        );
      for (const kind of failedKinds)
        await retryFailed(
          tx,
          kind,
          chosen.filter((item) => item.kind === kind).map(({ id }) => id),
        );
      await retryAnchors(
        tx,
        chosen.flatMap(({ root }) => root ?? []),
        currentTime(),
      );
      return chosen;
    }),
  );
  return {
    json: items.map(({ kind, id, root }) => ({ kind, id, root })),
    lines: [
      items.length === 0
        ? 'Nothing failed the last time.'
        : `Due at once: ${items.map(({ kind, id }) => `${kind} ${id}`).join(', ')}.`,
    ],
  };
}
