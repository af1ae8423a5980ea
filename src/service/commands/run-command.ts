import type { Settings } from '../settings.ts';

/** What a command works with. */
export interface CommandContext {
  readonly settings: Settings;
  /** Writes one line for whoever called. */
  readonly print: (line: string) => void;
}

/** Answers the exit code: 0, or 1 where something is left to do. Wrong use is thrown as `CommandError`. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** A command was called in a way that it does not know; the message says how it is called. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Every command by its name: `npm run service -- check`. */
const commands: Readonly<Record<string, Command>> = {};

/** @throws CommandError where there is no such command */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args, context);
  throw new CommandError(
    `There is no command "${name}"; known: ${Object.keys(commands).join(', ') || 'none'}. Without one, the service starts.`,
  );
}
