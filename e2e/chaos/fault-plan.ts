import {
  sandboxFaultKinds,
  corruptingFaultKinds,
  uploadOperation,
  type SandboxFaultRule,
  type SandboxFaultSetting,
} from '#contract/sandbox/injected-faults.ts';
import { draws } from '../draws.ts';

/** What interrupts a user. */
export const interruptions = ['reload', 'close tab', 'crash tab', 'network cut', 'kill service'] as const;
export type Interruption = (typeof interruptions)[number];

/** The faults and interruptions of one run: the same seed has the same plan. */
export interface FaultPlan {
  readonly seed: number;
  readonly faults: SandboxFaultSetting;
  /** In their order; each comes when so large a part of the requests is done. */
  readonly interruptions: readonly { readonly what: Interruption; readonly after: number }[];
  /**
   * Whether a create goes without its name: then only looking it up by its content key keeps it from being made
   * twice, as on any other service.
   */
  readonly isNameless: boolean;
}

/** Operations of a send and of what settles it. */
const faultyOperations = [
  'signFileUrl',
  uploadOperation,
  'createSignatureRequest',
  'createInvite',
  'updateSignatureRequest',
  'listSignatureRequests',
  'listInvites',
  'readSignatureRequest',
] as const;

/**
 * @param seed whole number, at least 0
 * @param count how many interruptions
 */
export function faultPlanOf(seed: number, count: number): FaultPlan {
  const draw = draws(seed);
  const faults: SandboxFaultRule[] = faultyOperations.flatMap((operation) =>
    sandboxFaultKinds
      .filter((fault) => operation !== uploadOperation || !corruptingFaultKinds.has(fault))
      .map((fault) => ({
        operation,
        fault,
        // Together about one call in four.
        rate: Math.round(draw() * 300) / 10_000,
        ...(fault === 'delay' ? { milliseconds: 50 + Math.floor(draw() * 400) } : {}),
      })),
  );
  const planned = Array.from({ length: count }, (_, at) => ({
    what: interruptions[Math.floor(draw() * interruptions.length)] ?? 'reload',
    after: (at + draw()) / (count + 1),
  }));
  return { seed, faults: { seed, faults }, interruptions: planned, isNameless: draw() < 0.5 };
}
