import type { Settings } from '../settings.ts';
import { isNewDataFolder } from '../storage/database/database.ts';
import type { Database } from '../storage/database/database.ts';
import { openStoredObjects } from '../storage/objects/objects.ts';
import type { ErasableObjects } from '../storage/objects/objects.ts';
import { CommandError, CommandFailure } from './command.ts';
import type { Command } from './command.ts';
import { openLocked } from './open-database.ts';

export interface Stores {
  readonly settings: Settings;
  readonly database: Database;
  readonly objects: ErasableObjects;
}

/** A command that takes no arguments: what is misspelt is refused, not ignored. */
export const commandOnStores =
  (name: string, run: (stores: Stores, print: (line: string) => void) => Promise<number>): Command =>
  async (args, { settings, print }) => {
    if (args.length > 0)
      throw new CommandError(`${name} takes no arguments, and was given "${args.join(' ')}".`);
    return withStores(settings, (stores) => run(stores, print));
  };

/**
 * Opens what a command works on, and closes it. The embedded database has one process at a time, so the service has to
 * be stopped first; on PostgreSQL it may go on.
 *
 * @throws CommandFailure where there is no database yet
 * @throws LockError where the data folder is held
 */
export async function withStores<T>(settings: Settings, use: (stores: Stores) => Promise<T>): Promise<T> {
  // A look at nothing makes nothing: neither the folder nor a database in it.
  if (!settings.databaseUrl && isNewDataFolder(settings.dataFolder))
    throw new CommandFailure(
      `There is no database in the data folder ${settings.dataFolder} (TESTIGO_DATA).`,
    );
  const opened = await openLocked(settings);
  try {
    return await use({
      settings,
      database: opened.database,
      objects: await openStoredObjects(settings.dataFolder, settings.s3),
    });
  } finally {
    await opened.close();
  }
}
