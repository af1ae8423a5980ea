import { currentTime } from '#clock/clock.ts';
import {
  addComingPartitions,
  areWitnessesPartitioned,
  monthAfter,
  partitionWitnesses,
} from '../storage/tables/witness-partitions.ts';
import { commandOf } from './arguments.ts';
import type { Arguments, Outcome } from './arguments.ts';
import { CommandError, CommandFailure } from './command.ts';
import type { CommandContext } from './command.ts';
import { withDatabase } from './open-database.ts';

/** `partition …`: large tables by month (decision 155). */
export const partitionCommand = commandOf('partition', {
  witnesses: { usage: '[--from MONTH] --yes', options: { from: 'value', yes: 'flag' }, positionals: [], run },
});

/** @throws CommandFailure where the database is the embedded one, or a lock did not come */
async function run(args: Arguments, context: CommandContext): Promise<Outcome> {
  if (context.settings.databaseUrl === undefined)
    throw new CommandFailure('The embedded database has no partitions: DATABASE_URL names PostgreSQL.');
  const now = currentTime();
  // A month that begins within days could begin before the table is ready for it.
  const next = monthAfter(now, now.getUTCDate() > 25 ? 2 : 1);
  const first = firstOf(args.value('from')) ?? next;
  if (!args.flag('yes'))
    throw new CommandError(
      'Builds of a release before this one cannot use the database afterwards: once none runs, say --yes.',
    );
  return withDatabase(context, async (database) => {
    const before = await areWitnessesPartitioned(database);
    const { moved, verified } = await partitionWitnesses(database, first, now);
    const made = await addComingPartitions(database, now);
    return {
      json: { first: before ? undefined : first.slice(0, 7), moved, verified, made },
      lines: [
        before
          ? 'The table of witnesses has partitions already.'
          : `Witnesses from ${first.slice(0, 7)} on lie in a partition of their month; ${moved} were moved.`,
        `Verified ${verified} keys that name witnesses.`,
      ],
    };
  });
}

function firstOf(month: string | undefined): string | undefined {
  if (month === undefined) return undefined;
  if (!/^(?:19[7-9]\d|20[0-3]\d)-(?:0[1-9]|1[0-2])$/.test(month))
    throw new CommandError(`--from is "${month}"; expected a month like 2026-12.`);
  return `${month}-01`;
}
