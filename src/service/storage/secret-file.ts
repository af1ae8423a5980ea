import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SettingsError } from '../settings/read-setting.ts';

/**
 * Reads a file with a secret, which its owner alone may read.
 *
 * @param setting the variable that names the file
 * @param credentials folder of what systemd hands to this process (`LoadCredential`), which nobody else may enter: from its
 *   version 254 on a file there has an entry for the user of the unit, so that its mode is 0440
 * @throws SettingsError naming the variable and the file, never what is in it
 */
export async function readSecretFile(
  setting: string,
  path: string,
  credentials = process.env.CREDENTIALS_DIRECTORY,
): Promise<Buffer> {
  try {
    const { mode } = await stat(path);
    const isCredential = credentials !== undefined && dirname(resolve(path)) === resolve(credentials);
    if ((mode & (isCredential ? 0o037 : 0o077)) !== 0)
      throw new SettingsError(`${setting} is "${path}", which others may read; expected mode 0600.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SettingsError(`${setting} is "${path}", which cannot be read (${code}).`);
  }
}
