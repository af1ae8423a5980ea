import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { runCommand } from './run-command.ts';

describe('commands of the service', () => {
  it('a name that is no command is refused and names those that there are', async () => {
    const context = { settings: readSettings({}), print: () => undefined };
    for (const name of ['nope', 'constructor', ''])
      await expect(runCommand([name], context)).rejects.toThrow(`There is no command "${name}"`);
  });
});
