/** A setting that cannot be used; the message names the variable, what it held and what was expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type Read = (name: string) => string | undefined;
export type ReadInteger = (name: string, fallback: number, least: number, most: number) => number;

/** @throws SettingsError where one of these is set, without the one that they belong to */
export function refuseWithout(first: string, others: readonly string[], read: Read): void {
  const [setting] = others.filter((name) => read(name) !== undefined);
  if (setting !== undefined) throw new SettingsError(`${setting} is set without ${first}.`);
}

/** https, or http for loopback only: nothing else may carry a key. */
export function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const loopback = url && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback)))
    throw new SettingsError(
      `${name} has "${value}"; expected an absolute https address (http for loopback).`,
    );
  return url;
}

export function readOneOf<T extends string>(read: Read, name: string, values: readonly T[]): T | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  const found = values.find((known) => known === value);
  if (!found) throw new SettingsError(`${name} is "${value}"; expected one of ${values.join(', ')}.`);
  return found;
}

export function readOrigin(name: string, value: string): string {
  const url = parseUrl(name, value);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new SettingsError(`${name} has "${value}"; expected an origin such as https://api.example.com.`);
  return url.origin;
}

/** Time-stamps and OCSP responses are signed, and their authorities answer over http too. */
export function readAddress(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw new SettingsError(`${name} has "${value}"; expected an http or https address without credentials.`);
  return url;
}
