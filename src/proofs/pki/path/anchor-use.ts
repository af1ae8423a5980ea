/**
 * What a pinned certificate vouches for. Whoever pins it says so: an anchor of people's certificates never vouches for
 * a time-stamp, or anybody under it could date his own document.
 */

/** `signing`: certificates of people and of their OCSP responders; `stamping`: time-stamp authorities. */
export const anchorUses = ['signing', 'stamping', 'both'] as const;

export type AnchorUse = (typeof anchorUses)[number];

export function isAnchorUse(text: string): text is AnchorUse {
  return (anchorUses as readonly string[]).includes(text); // widened: includes() asks for the union itself
}

/** The anchors that were pinned for this purpose. */
export function anchorsFor<T extends { readonly use: AnchorUse }>(
  purpose: 'signing' | 'stamping',
  anchors: readonly T[],
): readonly T[] {
  return anchors.filter(({ use }) => use === purpose || use === 'both');
}

/** One anchor for each certificate; pinned once for each purpose, it counts for both. */
export function mergeAnchors<
  T extends { readonly use: AnchorUse; readonly certificate: { readonly fingerprint: string } },
>(anchors: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const anchor of anchors) {
    const { fingerprint } = anchor.certificate;
    const known = found.get(fingerprint);
    const isSame = known === undefined || known.use === anchor.use;
    found.set(fingerprint, isSame ? anchor : { ...known, use: 'both' });
  }
  return [...found.values()];
}
