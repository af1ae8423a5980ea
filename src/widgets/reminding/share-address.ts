import type { SignatureRequest } from '#contract/resources/resources.ts';
import { paths } from '../paths.ts';

/**
 * The address of a request for somebody else: with the key that lets its holder read it, where the request has one. The
 * key stands in the fragment, which browsers send to no server.
 */
export function shareAddress({ id, anonymousKey }: SignatureRequest): string {
  const address = `${window.location.origin}${paths.request(id ?? '')}`;
  return anonymousKey ? `${address}#k=${encodeURIComponent(anonymousKey)}` : address;
}
