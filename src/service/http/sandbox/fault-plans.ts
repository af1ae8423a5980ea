import { createHash } from 'node:crypto';
import { allOperations } from '#contract/operations/operations.ts';
import { everyOperation, corruptingFaultKinds, uploadOperation } from '#contract/sandbox/injected-faults.ts';
import type { SandboxFaultKind, SandboxFaultRule, SandboxFaults } from '#contract/sandbox/injected-faults.ts';
import { tierIncludes } from '#contract/schema/tiers.ts';
import type { Settings } from '../../settings.ts';

/** A fault that is injected into one call. */
export interface InjectedFault {
  readonly operation: string;
  /** How long it waits before anything is done. Milliseconds. */
  readonly delay: number;
  readonly fault: Exclude<SandboxFaultKind, 'delay'> | undefined;
  /** Seconds, of a refusal that says when to come back. */
  readonly retryAfter: number;
  /** 0 ≤ x < 1, always the same for this fault of this call: where in an answer it shows. */
  readonly draw: (label: string) => number;
}

/** The rules of injected faults, and how many faults each operation had (Rule ST-20). */
export interface FaultPlan {
  read(): SandboxFaults;
  /** Whether there is a rule. */
  isSet(): boolean;
  set(seed: number, faults: readonly SandboxFaultRule[]): SandboxFaults;
  clear(): SandboxFaults;
  /**
   * The next call of an operation. Undefined while no rule is set: then the service behaves as if there were no plan,
   * and counts nothing.
   */
  next(operation: string): InjectedFault | undefined;
  /** Everything that the plan knows, as JSON, for another instance to go on from. */
  save(): string;
  /** Goes on from what `save` of this plan or another gave. */
  restore(saved: string): void;
}

/** The rules and their counts, as JSON stores them. */
interface SavedPlan {
  readonly seed: number;
  readonly faults: readonly SandboxFaultRule[];
  readonly calls: readonly (readonly [string, number])[];
  readonly injected: readonly (readonly [string, readonly (readonly [SandboxFaultKind, number])[]])[];
  readonly spent: readonly (readonly [string, number])[];
}

/**
 * Whether a fault strikes is a draw of its own for each rule and each call: the first 48 bits of
 * SHA-256(seed, operation, how many calls of that operation came before, the rule's operation and fault), as a
 * fraction, is below the rule's rate. So it depends on nothing else: not on other operations, other rules, the
 * clock or who answers first. Of several faults of one call the first in the table holds; delays come on top.
 */
export function createFaultPlan(settings: Pick<Settings, 'tier'>): FaultPlan {
  const operations = [...operationNames(settings), uploadOperation];
  let seed = 0;
  let faults: readonly SandboxFaultRule[] = [];
  let calls = new Map<string, number>();
  let injected = new Map<string, Map<SandboxFaultKind, number>>();
  // How many of one operation a rule has had, for rules that end.
  let spent = new Map<string, number>();

  const set = (newSeed: number, newFaults: readonly SandboxFaultRule[]): SandboxFaults => {
    [seed, faults] = [newSeed, newFaults];
    calls = new Map();
    injected = new Map();
    spent = new Map();
    return read();
  };
  const read = (): SandboxFaults => ({
    seed,
    faults,
    operations,
    calls: Object.fromEntries(calls),
    injected: Object.fromEntries([...injected].map(([name, kinds]) => [name, Object.fromEntries(kinds)])),
  });
  const count = (operation: string, fault: SandboxFaultKind): void => {
    const kinds = injected.get(operation) ?? new Map<SandboxFaultKind, number>();
    injected.set(operation, kinds.set(fault, (kinds.get(fault) ?? 0) + 1));
  };
  /** Whether a rule strikes the call, and is not used up. */
  const strikes = (rule: SandboxFaultRule, operation: string, call: number): boolean => {
    if (rule.operation !== everyOperation && rule.operation !== operation) return false;
    if (!canInject(rule.fault, operation)) return false;
    const name = `${rule.operation}\n${rule.fault}\n${operation}`;
    const had = spent.get(name) ?? 0;
    if (had >= (rule.times ?? Infinity)) return false;
    if (drawOf(seed, operation, call, rule.operation, rule.fault) >= rule.rate) return false;
    spent.set(name, had + 1);
    return true;
  };

  return {
    read,
    isSet: () => faults.length > 0,
    set,
    clear: () => set(0, []),
    save: () =>
      JSON.stringify({
        seed,
        faults,
        calls: [...calls],
        injected: [...injected].map(([name, kinds]) => [name, [...kinds]] as const),
        spent: [...spent],
      } satisfies SavedPlan),
    restore(saved) {
      const plan = JSON.parse(saved) as SavedPlan; // as `save` wrote it
      [seed, faults] = [plan.seed, plan.faults];
      [calls, spent] = [new Map(plan.calls), new Map(plan.spent)];
      injected = new Map(plan.injected.map(([name, kinds]) => [name, new Map(kinds)]));
    },
    next(operation) {
      if (faults.length === 0) return undefined;
      const call = calls.get(operation) ?? 0;
      calls.set(operation, call + 1);
      let delay = 0;
      let found: { fault: InjectedFault['fault']; retryAfter: number | undefined } | undefined;
      for (const rule of faults) {
        const { fault } = rule;
        // Only one fault can be had at a time; one that is not had is not counted, and not used up.
        if ((fault !== 'delay' && found) || !strikes(rule, operation, call)) continue;
        count(operation, fault);
        if (fault === 'delay') delay += rule.milliseconds ?? 1000;
        else found = { fault, retryAfter: rule.retryAfter };
      }
      const draw = (label: string): number =>
        drawOf(seed, operation, call, 'answer', found?.fault ?? '', label);
      return { operation, delay, fault: found?.fault, retryAfter: found?.retryAfter ?? 1, draw };
    },
  };
}

/** Whether an operation has what a fault corrupts: an upload is answered without a body, some operations not by JSON. */
export function canInject(fault: SandboxFaultKind, operation: string): boolean {
  if (operation === everyOperation) return true;
  if (operation === uploadOperation) return !corruptingFaultKinds.has(fault);
  // Half of the bytes is half of any answer.
  const needsJson = corruptingFaultKinds.has(fault) && fault !== 'half-body';
  return !needsJson || allOperations[operation]?.bytes !== true;
}

/** Operations that this service offers. */
function operationNames({ tier }: Pick<Settings, 'tier'>): string[] {
  return Object.entries(allOperations).flatMap(([name, operation]) =>
    tierIncludes(tier, operation.tier) ? [name] : [],
  );
}

function drawOf(...labels: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(JSON.stringify(labels)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
