/**
 * How surely a part of the interface exists on a service we did not write.
 *
 * - `documented`: it stands in the interface specification.
 * - `published`: it was seen in the public description of a live deployment.
 * - `embedded`: only our own service has it.
 */
export const tiers = ['documented', 'published', 'embedded'] as const;

export type Tier = (typeof tiers)[number];

/** Whether a service that offers everything up to `offered` has something of tier `tier`. */
export function tierIncludes(offered: Tier, tier: Tier): boolean {
  return tiers.indexOf(tier) <= tiers.indexOf(offered);
}
