import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import { offers, type Capabilities } from './capabilities.ts';

/**
 * Whether to offer a write, which is never probed: a service that has none of the probed published reads is taken not
 * to have the published writes either.
 */
export function offersWrite(capabilities: Capabilities | undefined, name: OperationName): boolean {
  if (!capabilities || capabilities.present.includes(name)) return true;
  const { tier } = addresses[name];
  const ofTier = (one: OperationName): boolean => addresses[one].tier === tier;
  const without = capabilities.absent.some(ofTier) && !capabilities.present.some(ofTier);
  return offers(capabilities, name) && !without;
}
