import { SettingsError } from '../../settings/read-setting.ts';
import { readSecretFile } from '../../storage/secret-file.ts';

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
  const text = (await readSecretFile(setting, path)).toString('utf8');
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
