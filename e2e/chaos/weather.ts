import {
  sandboxFaultKinds,
  corruptingFaultKinds,
  uploadOperation,
  type SandboxFaultRule,
  type SandboxFaultSetting,
} from '#contract/sandbox/injected-faults.ts';
import { draws } from '../draws.ts';

/** What can happen to a reader in the middle of things. */
export const interruptions = ['reload', 'close tab', 'crash tab', 'network cut', 'kill service'] as const;
export type Interruption = (typeof interruptions)[number];

/** Everything that befalls one run: the same seed has the same weather. */
export interface Weather {
  readonly seed: number;
  readonly faults: SandboxFaultSetting;
  /** In their order; each strikes once so large a part of the requests is done. */
  readonly interruptions: readonly { readonly what: Interruption; readonly after: number }[];
  /**
   * Whether a create goes without its name: then only looking it up by its content key keeps it from being made
   * twice, as on any other service.
   */
  readonly isNameless: boolean;
}

/** Operations of a send and of what settles it. */
const struck = [
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
export function weatherOf(seed: number, count: number): Weather {
  const draw = draws(seed);
  const faults: SandboxFaultRule[] = struck.flatMap((operation) =>
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
