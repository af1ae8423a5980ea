import { readFile, stat } from 'node:fs/promises';
import { SettingsError } from '../settings/read-setting.ts';

/**
 * Reads a file with a secret, which its owner alone may read.
 *
 * @param setting the variable that names the file
 * @throws SettingsError naming the variable and the file, never what is in it
 */
export async function readSecretFile(setting: string, path: string): Promise<Buffer> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      throw new SettingsError(`${setting} is "${path}", which others may read; expected mode 0600.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SettingsError(`${setting} is "${path}", which cannot be read (${code}).`);
  }
}
