/** The anchors that a reader pinned, as time-stamps and certificates are checked by them. */
import { anchorsFor } from '../pki/path/anchor-use.ts';
import { builtInStampTrust, rfc3161Profile, type StampTrust } from '../pki/timestamp/stamp-profiles.ts';
import type { TrustAnchor } from '../pki/path/trust.ts';

/**
 * The built-in root of NOM-151 for the tokens of Mexican providers; of what the reader pinned, the anchors of
 * time-stamp authorities, whose signers must be certified as such (RFC 3161 §2.3).
 */
export function readerStampTrust(anchors: readonly TrustAnchor[]): StampTrust[] {
  const stamping = anchorsFor('stamping', anchors);
  const pinned = stamping.length === 0 ? [] : [{ profile: rfc3161Profile, anchors: stamping }];
  return [...builtInStampTrust(), ...pinned];
}

/** Names the set of anchors that is built in and the rules for their purposes; it changes with either. */
export const builtInTrustVersion = 'testigo-anchors/2';
