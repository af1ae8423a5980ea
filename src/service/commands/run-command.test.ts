import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { CommandFailure } from './command.ts';
import { runCommand } from './run-command.ts';

describe('commands of the service', () => {
  it('a name that is no command is refused and names those that there are', async () => {
    const context = { settings: readSettings({}), print: () => undefined };
    for (const name of ['nope', 'constructor', ''])
      await expect(runCommand([name], context)).rejects.toThrow(`There is no command "${name}"`);
  });

  it('the embedded database is said to have no partitions, before anything is confirmed or opened', async () => {
    const context = {
      settings: readSettings({}),
      print: () => undefined,
      open: () => Promise.reject(new Error('opened')),
    };
    const none = 'The embedded database has no partitions: DATABASE_URL names PostgreSQL.';
    for (const more of [[], ['--yes'], ['--from', '2025-01']])
      await expect(runCommand(['partition', 'witnesses', ...more], context)).rejects.toThrow(
        new CommandFailure(none),
      );
    const served = { ...context, settings: readSettings({ DATABASE_URL: 'postgres://t@127.0.0.1/t' }) };
    await expect(runCommand(['partition', 'witnesses'], served)).rejects.toThrow('say --yes');
  });
});
