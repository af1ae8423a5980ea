import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database/database.ts';

/** The environment of a command. */
export interface CommandContext {
  readonly settings: Settings;
  /** Writes one line for whoever called. */
  readonly print: (line: string) => void;
  /** Opens the database; the one of the settings where it is absent. */
  readonly open?: () => Promise<CommandDatabase>;
}

export interface CommandDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** Answers the exit code: 0, or 1 where something is left to do. Wrong use is thrown as `CommandError`. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** A command was called in a way that it does not know; the message says how it is called. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command that was called well and could not be carried out; nothing was changed. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
