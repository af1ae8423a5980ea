import { parseArgs } from 'node:util';
import { CommandError } from './command.ts';
import type { Command, CommandContext } from './command.ts';

/** `value`: the option takes a value; `flag`: it stands alone. */
export type OptionKinds = Readonly<Record<string, 'value' | 'flag'>>;

export interface Arguments {
  readonly positionals: readonly string[];
  /** @throws CommandError where it is empty */
  value(name: string): string | undefined;
  flag(name: string): boolean;
  /** @throws CommandError naming the option */
  required(name: string): string;
  /** A whole number from 0 to 2^31 - 1. @throws CommandError naming the option */
  integer(name: string): number | undefined;
}

/** One thing that a command does, and how it is called. */
export interface Subcommand {
  /** `ORG --nom151 N` */
  readonly usage: string;
  readonly options: OptionKinds;
  /** Names of what stands without an option, in order; all are required. */
  readonly positionals: readonly string[];
  run(args: Arguments, context: CommandContext): Promise<Outcome>;
}

/** Output of a command: the object with `--json`, else the lines. */
export interface Outcome {
  readonly json: unknown;
  readonly lines: readonly string[];
}

/** A command of several: `organization create`, `organization list`. Every one takes `--json`. */
export function commandOf(name: string, subcommands: Readonly<Record<string, Subcommand>>): Command {
  return async ([verb = '', ...rest], context) => {
    const subcommand = Object.hasOwn(subcommands, verb) ? subcommands[verb] : undefined;
    if (!subcommand)
      throw new CommandError(
        `There is no command "${`${name} ${verb}`.trim()}"; known: ${Object.keys(subcommands)
          .map((known) => `${name} ${known}`)
          .join(', ')}.`,
      );
    const usage = `Use: ${[name, verb, subcommand.usage, '[--json]'].filter(Boolean).join(' ')}`;
    const args = readArguments(rest, subcommand, usage);
    const { json, lines } = await subcommand.run(args, context);
    if (args.flag('json')) context.print(JSON.stringify(json));
    else for (const line of lines) context.print(line);
    return 0;
  };
}

function readArguments(
  args: readonly string[],
  { options, positionals: expected }: Subcommand,
  usage: string,
): Arguments {
  const { values, positionals } = parse(args, { ...options, json: 'flag' }, usage);
  const [missing] = expected.slice(positionals.length);
  if (missing !== undefined) throw new CommandError(`${missing} is missing. ${usage}`);
  if (positionals.length > expected.length)
    throw new CommandError(`"${positionals[expected.length] ?? ''}" is one argument too many. ${usage}`);
  const value = (name: string): string | undefined => {
    const text = values[name];
    if (text === '') throw new CommandError(`--${name} is empty. ${usage}`);
    return typeof text === 'string' ? text : undefined;
  };
  return {
    positionals,
    value,
    flag: (name) => values[name] === true,
    required(name) {
      const text = value(name);
      if (text === undefined) throw new CommandError(`--${name} is missing. ${usage}`);
      return text;
    },
    integer(name) {
      const text = value(name);
      if (text === undefined) return undefined;
      const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
      if (!(number < 2 ** 31))
        throw new CommandError(`--${name} is "${text}"; expected a whole number from 0 to 2147483647.`);
      return number;
    },
  };
}

function parse(
  args: readonly string[],
  options: OptionKinds,
  usage: string,
): { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] } {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, kind]) => [
      name,
      { type: kind === 'value' ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: config, allowPositionals: true, strict: true });
  } catch (error) {
    // The words of the parser name the argument.
    const [sentence] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new CommandError(`${sentence ?? 'The arguments cannot be read'}. ${usage}`);
  }
}
