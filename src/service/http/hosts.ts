import type { Settings } from '../settings.ts';
import { Fault } from '../domain/fault.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const isLoopback = (host: string): boolean => loopback.has(host.toLowerCase());

type HostSettings = Pick<Settings, 'host' | 'hosts'>;

/**
 * Whether a Host header names this service: a loopback name with the port it listens on, or a name of
 * `TESTIGO_HOSTS` (with its port, where one is written there). A page of another name that resolves to this
 * machine is so kept out (Rule ST-5).
 *
 * @param host the header as it was sent, e.g. `127.0.0.1:4310`
 */
export function isOwnHost(host: string, settings: HostSettings, port: number): boolean {
  const sent = host.toLowerCase();
  const [, name, digits] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(sent) ?? [];
  if (name === undefined) return false;
  if (loopback.has(name) && Number(digits ?? 80) === port) return true;
  return settings.hosts.some((known) => known.toLowerCase() === sent || known.toLowerCase() === name);
}

/** The Host rule, kept for every address while the service is bound to loopback (Rule ST-5). */
export function guardHost(request: Request, settings: HostSettings, port: number): void {
  if (!isLoopback(settings.host) || isOwnHost(hostOf(request), settings, port)) return;
  throw new Fault('forbidden', 'This service does not answer to that Host; TESTIGO_HOSTS adds names.', {
    rule: 'ST-5',
  });
}

/**
 * The guard of `/sandbox/*`, which needs no key: only this machine's own names, and no page of another
 * origin (Rule ST-6).
 */
export function guardSandbox(request: Request, settings: HostSettings, port: number): void {
  const host = hostOf(request);
  if (!isOwnHost(host, settings, port)) throw refuse('is not reached by this Host');
  const origin = request.headers.get('origin');
  if (origin !== null && !isSameOrigin(origin, host)) throw refuse('does not answer pages of another origin');
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw refuse('does not answer cross-site requests');
}

function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}

function isSameOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return /^https?:$/.test(url.protocol) && url.host === host.toLowerCase();
}

const refuse = (why: string): Fault => new Fault('forbidden', `The sandbox ${why}.`, { rule: 'ST-6' });
