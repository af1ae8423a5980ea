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

/** An address of this machine on which to listen. */
export interface ListenAddress {
  /** Of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

export function readListenAddress(name: string, value: string | undefined): ListenAddress | undefined {
  if (value === undefined) return undefined;
  const [, v6, named, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const [host, port] = [v6 ?? named, Number(digits)];
  if (host === undefined || port < 1 || port > 65_535)
    throw new SettingsError(`${name} is "${value}"; expected HOST:PORT such as 10.0.0.11:9464.`);
  return { host, port };
}
