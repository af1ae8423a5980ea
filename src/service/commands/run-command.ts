import { check } from './evidence/check.ts';
import { CommandError } from './command.ts';
import type { Command, CommandContext } from './command.ts';
import { keyCommand } from './key.ts';
import { organizationCommand } from './organization.ts';
import { partitionCommand } from './partition.ts';
import { repair } from './evidence/repair.ts';
import { retryCommand } from './retry.ts';
import { subjectCommand } from './subject.ts';

/** Every command by its name: `npm run service -- organization list`. */
const commands: Readonly<Record<string, Command>> = {
  check,
  repair,
  organization: organizationCommand,
  key: keyCommand,
  subject: subjectCommand,
  retry: retryCommand,
  partition: partitionCommand,
};

/** @throws CommandError where there is no such command */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args, context);
  throw new CommandError(
    `There is no command "${name}"; known: ${Object.keys(commands).join(', ')}. Without one, the service starts.`,
  );
}
