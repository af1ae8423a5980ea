/** The anchors that a reader pinned, as time-stamps and certificates are judged by them. */
import { builtInStampTrust, nom151Profile, rfc3161Profile, type StampTrust } from './pki/stamp-profiles.ts';
import type { TrustAnchor } from './pki/trust.ts';

/**
 * The shipped root of NOM-151 for the tokens of Mexican providers; what the reader pinned counts both for those
 * and for time-stamp authorities that are certified as such (RFC 3161 §2.3).
 */
export function readerStampTrust(anchors: readonly TrustAnchor[]): StampTrust[] {
  if (anchors.length === 0) return builtInStampTrust();
  return [...builtInStampTrust(), { profile: nom151Profile, anchors }, { profile: rfc3161Profile, anchors }];
}

/** Names the set of anchors that is built in; it changes with the set. */
export const builtInTrustVersion = 'testigo-anchors/1';
