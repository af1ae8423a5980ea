import type { Settings } from '../../settings.ts';
import { ServiceError } from '../../service-error.ts';
import { isForwarded } from './peer.ts';
import type { Peer } from './peer.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a name to listen on is this machine's alone. */
export const isLoopback = (host: string): boolean => loopback.has(host.toLowerCase());

type HostSettings = Pick<Settings, 'host' | 'hosts'>;

/**
 * Whether a Host header names this service: a loopback name with the port it listens on, or a name of
 * `TESTIGO_HOSTS` (with its port, where one is written there). A page of another name that resolves to this
 * machine is therefore refused (Rule ST-5).
 *
 * @param host the header as it was sent, e.g. `127.0.0.1:4310`
 */
export function isOwnHost(host: string, settings: HostSettings, port: number): boolean {
  const sent = host.toLowerCase();
  const { name, digits } = partsOf(sent);
  if (name === undefined) return false;
  if (loopback.has(name) && Number(digits ?? 80) === port) return true;
  return settings.hosts.some((known) => known.toLowerCase() === sent || known.toLowerCase() === name);
}

function partsOf(host: string): { name?: string | undefined; digits?: string | undefined } {
  const [, name, digits] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
  return { name, digits };
}

/** Enforces the Host rule for every address while the service is bound to loopback (Rule ST-5). */
export function guardHost(request: Request, settings: HostSettings, port: number): void {
  if (!isLoopback(settings.host) || isOwnHost(hostOf(request), settings, port)) return;
  throw new ServiceError(
    'forbidden',
    'This service does not answer to that Host; TESTIGO_HOSTS adds names.',
    {
      rule: 'ST-5',
    },
  );
}

type SandboxSettings = HostSettings & Pick<Settings, 'sandboxFor'>;

/**
 * The guard of `/sandbox/*`, which needs no key: only this service's own names, and no page of another origin. Unless
 * it is open to everybody, only a program on this machine that asks without anybody between: whoever passes requests
 * on would let in all that reach it (Rule ST-6).
 *
 * @param peer undefined where it is not known, which is refused
 */
export function guardSandbox(
  request: Request,
  settings: SandboxSettings,
  port: number,
  peer: Peer | undefined,
): void {
  if (settings.sandboxFor === 'machine') {
    if (!peer?.isLocal) throw refuse('answers this machine alone');
    if (isForwarded(request, peer)) throw refuse('answers no request that was passed on');
  }
  const host = hostOf(request);
  if (!isOwnHost(host, settings, port)) throw refuse('is not reached by this Host');
  for (const name of ['origin', 'referer']) {
    const from = request.headers.get(name);
    if (from !== null && !isSameOrigin(from, host)) throw refuse('does not answer pages of another origin');
  }
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw refuse('does not answer cross-site requests');
}

/**
 * The origin by which the caller reached the service, for addresses in answers: the configured one; or a Host that is
 * allowed by name, which is a loopback name while bound to loopback or one of `TESTIGO_HOSTS` (Rule ST-41).
 *
 * @param trustsForwarding whether X-Forwarded-Proto counts
 * @throws ServiceError where nothing of that is known
 */
export function originFor(
  request: Request,
  settings: HostSettings & Pick<Settings, 'publicOrigin'>,
  port: number,
  trustsForwarding = true,
): string {
  if (settings.publicOrigin !== undefined) return settings.publicOrigin;
  const host = addressedHost(hostOf(request).toLowerCase(), settings, port);
  if (host === undefined)
    throw new ServiceError(
      'forbidden',
      'This service does not know by which address it is reached; TESTIGO_PUBLIC_URL tells it.',
      { rule: 'ST-41' },
    );
  // A proxy in front may say that it speaks https.
  const forwarded = request.headers.get('x-forwarded-proto')?.trim().toLowerCase();
  return `${forwarded === 'https' && trustsForwarding ? 'https:' : new URL(request.url).protocol}//${host}`;
}

function addressedHost(sent: string, settings: HostSettings, port: number): string | undefined {
  const { name, digits } = partsOf(sent);
  if (name === undefined) return undefined;
  if (isLoopback(settings.host) && loopback.has(name) && Number(digits ?? 80) === port) return sent;
  const known = settings.hosts.map((each) => each.toLowerCase());
  if (known.includes(sent)) return sent;
  // A port that is written nowhere is taken only where it is the one that is listened on.
  return known.includes(name) && Number(digits) === port ? sent : known.find((each) => each === name);
}

function hostOf(request: Request): string {
  return request.headers.get('host') ?? new URL(request.url).host;
}

function isSameOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return /^https?:$/.test(url.protocol) && url.host === host.toLowerCase();
}

const refuse = (why: string): ServiceError =>
  new ServiceError('forbidden', `The sandbox ${why}.`, { rule: 'ST-6' });
