import { createRateLimit } from './http/guards/rate-limit.ts';
import type { RateLimit } from './http/guards/rate-limit.ts';
import { createFaultPlan } from './http/sandbox/fault-plans.ts';
import { createSharedFaults } from './http/sandbox/shared-faults.ts';
import type { SharedFaults } from './http/sandbox/shared-faults.ts';
import type { Settings } from './settings.ts';

/** State between requests. Instances of one database share it (Rule ST-49). */
export interface RequestState {
  /** By the key or subject that calls. */
  readonly perKey: RateLimit;
  /** By the remote address, of requests that bring no key known here. */
  readonly perAddress: RateLimit;
  /** Faults on purpose; absent with the sandbox off. */
  readonly faults: SharedFaults | undefined;
}

/** @param tick milliseconds, never going back */
export function createRequestState(settings: Settings, tick: () => number): RequestState {
  const { rate, rateAnonymous, sandbox, upstream } = settings;
  return {
    perKey: createRateLimit(rate, tick),
    perAddress: createRateLimit(rateAnonymous, tick),
    faults: sandbox && !upstream ? createSharedFaults(createFaultPlan(settings)) : undefined,
  };
}
