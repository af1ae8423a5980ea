import { lockFolder } from '../lock.ts';
import type { Settings } from '../settings.ts';
import { isNewDataFolder, openDatabase } from '../storage/database/database.ts';
import type { Database } from '../storage/database/database.ts';
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

function openConfigured({ settings }: CommandContext): Promise<CommandDatabase> {
  const { dataFolder, secret: source } = settings;
  // The secret is made with an embedded database or found beside it, as by a start.
  return openLocked(settings, () => openSecret(dataFolder, { source, mustBe: !isNewDataFolder(dataFolder) }));
}

/**
 * The database of the settings, the embedded one under the lock of its folder.
 *
 * @param prepare done between taking the lock and opening the embedded database
 * @throws LockError where the data folder is held
 */
export async function openLocked(
  { dataFolder, databaseUrl, postgresql }: Settings,
  prepare?: () => Promise<unknown>,
): Promise<CommandDatabase> {
  const lock = databaseUrl === undefined ? await lockFolder(dataFolder) : undefined;
  try {
    if (lock) await prepare?.();
    // What is read or written of a large table takes minutes, and whoever started the command can end it.
    const database = await openDatabase({
      dataFolder,
      databaseUrl,
      postgresql: { ...postgresql, statementTimeoutMs: 0 },
    });
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
