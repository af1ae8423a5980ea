import { embeddedConnection, readAddress } from '#client/session/connection.ts';
import { paths } from '../paths.ts';

/** What a code to link with leads to. */
export interface LinkTarget {
  readonly organization: string;
  /** Of the service that both are known to. */
  readonly baseUrl: string;
}

/**
 * The whole address that a code holds: this very dashboard, the organization's id, and the service where it is not
 * the dashboard's own. No key and no name: a name that stands in an address is whatever its writer liked.
 */
export function linkAddress(origin: string, { organization, baseUrl }: LinkTarget): string {
  const own = embeddedConnection(origin).baseUrl === baseUrl;
  return origin + paths.link(organization, own ? undefined : baseUrl);
}

/** @returns undefined: the address names no organization, or a service that no token may be sent to */
export function readLinkTarget(search: URLSearchParams, origin: string): LinkTarget | undefined {
  const organization = search.get('organization')?.trim().toLowerCase() ?? '';
  if (!/^[0-9a-f]{24}$/.test(organization)) return undefined;
  const service = search.get('service');
  if (service === null) return { organization, baseUrl: embeddedConnection(origin).baseUrl };
  const read = readAddress(service);
  return 'baseUrl' in read ? { organization, baseUrl: read.baseUrl } : undefined;
}

/** An address that leads nowhere from another device. */
export const isLoopback = (address: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
