import { lockFolder } from '../lock.ts';
import { isNewDataFolder, openDatabase } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import { openSecret } from '../storage/secret.ts';
import type { CommandContext, CommandDatabase } from './command.ts';

/**
 * Runs on the database of the settings. The embedded one belongs to one process at a time, so a command is refused while
 * the service runs; PostgreSQL serves both.
 *
 * @throws LockError naming the process that has the data folder
 */
export async function withDatabase<T>(
  context: CommandContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const opened = await (context.open ?? (() => openConfigured(context)))();
  try {
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}

async function openConfigured({ settings }: CommandContext): Promise<CommandDatabase> {
  const { dataFolder, databaseUrl } = settings;
  const lock = databaseUrl === undefined ? await lockFolder(dataFolder) : undefined;
  try {
    // Made with an embedded database or found beside it, as by a start.
    if (lock) await openSecret(dataFolder, !isNewDataFolder(dataFolder));
    const database = await openDatabase({ dataFolder, databaseUrl });
    return {
      database,
      async close() {
        try {
          await database.close();
        } finally {
          await lock?.release();
        }
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}
