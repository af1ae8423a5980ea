import { readFile, stat } from 'node:fs/promises';
import { SettingsError } from '../../settings.ts';
import { codeOf } from './certificates.ts';

/**
 * A file with a secret, which its owner alone may read.
 *
 * @param setting the variable that names the file
 * @throws SettingsError naming the variable and the file, never what is in it
 */
export async function readSecretFile(setting: string, path: string): Promise<string> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      throw new SettingsError(`${setting} is "${path}", which others may read; expected mode 0600.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${setting} is "${path}", which cannot be read (${codeOf(error)}).`);
  }
}

/**
 * The Authorization header of each host that has one, from lines `host user:password`. A password goes over https, or
 * to this machine.
 *
 * @throws SettingsError
 */
export async function readCredentials(
  setting: string,
  path: string | undefined,
  addresses: readonly URL[],
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>();
  if (path === undefined) return headers;
  const text = await readSecretFile(setting, path);
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, host, pair] = /^\s*(\S+)\s+([^\s:]+:.*?)\s*$/.exec(line) ?? [];
    if (host === undefined || pair === undefined)
      throw new SettingsError(
        `${setting} is "${path}", whose line ${index + 1} is not "host user:password".`,
      );
    const plain = addresses.find((address) => address.host === host && !isPrivate(address));
    if (plain)
      throw new SettingsError(`${setting} has a password for ${host}, which is not reached over https.`);
    headers.set(host, `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  return headers;
}

const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
