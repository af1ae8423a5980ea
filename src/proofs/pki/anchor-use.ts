/**
 * What a pinned certificate vouches for. Whoever pins it says so: an anchor of people's certificates never vouches for
 * a time-stamp, or anybody under it could date his own document.
 */
import type { TrustAnchor } from './trust.ts';

/** `signing`: certificates of people and of their OCSP responders; `stamping`: time-stamp authorities. */
export const anchorUses = ['signing', 'stamping', 'both'] as const;

export type AnchorUse = (typeof anchorUses)[number];

export function isAnchorUse(text: string): text is AnchorUse {
  return (anchorUses as readonly string[]).includes(text); // widened: includes() asks for the union itself
}

/** The anchors that were pinned for this purpose. */
export function anchorsFor(
  purpose: 'signing' | 'stamping',
  anchors: readonly TrustAnchor[],
): readonly TrustAnchor[] {
  return anchors.filter(({ use }) => use === purpose || use === 'both');
}

/** One anchor for each certificate; pinned once for each purpose, it counts for both. */
export function mergeAnchors(anchors: readonly TrustAnchor[]): TrustAnchor[] {
  const found = new Map<string, TrustAnchor>();
  for (const anchor of anchors) {
    const known = found.get(anchor.certificate.fingerprint);
    const merged =
      known === undefined || known.use === anchor.use ? anchor : { ...known, use: 'both' as const };
    found.set(anchor.certificate.fingerprint, merged);
  }
  return [...found.values()];
}
