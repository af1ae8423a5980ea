import type { SandboxFaultRule, SandboxFaults } from '#contract/sandbox/injected-faults.ts';
import type { FaultPlan, InjectedFault } from './fault-plans.ts';

/** Where the instances of one database have their fault plan. */
export interface FaultStore {
  /** The last saved plan; undefined: none. */
  read(): Promise<string | undefined>;
  /** Changes what is saved. One change is made at a time, by whichever instance. */
  change<T>(make: (saved: string | undefined) => { readonly saved: string; readonly result: T }): Promise<T>;
}

/** The fault plan of a service: its own, or one that all instances of its database share (Rules ST-20, ST-49). */
export interface SharedFaults {
  /** Whether there is a rule, as far as this instance knows. */
  isSet(): boolean;
  read(): Promise<SandboxFaults>;
  set(seed: number, faults: readonly SandboxFaultRule[]): Promise<SandboxFaults>;
  clear(): Promise<SandboxFaults>;
  /** The next call of an operation; undefined where no rule is set. */
  next(operation: string): Promise<InjectedFault | undefined>;
  /** From now on the plan is that of a store. @param onSet called after a change that was made here */
  share(store: FaultStore, onSet: () => void): void;
  /** Takes over what other instances set. */
  follow(): Promise<void>;
}

export function createSharedFaults(plan: FaultPlan): SharedFaults {
  let store: FaultStore | undefined;
  let onSet = (): void => undefined;

  const restore = (saved: string | undefined): void => {
    if (saved === undefined) plan.clear();
    else plan.restore(saved);
  };
  const change = async <T>(make: () => T): Promise<T> => {
    if (!store) return make();
    return store.change((saved) => {
      restore(saved);
      const result = make();
      return { saved: plan.save(), result };
    });
  };
  const follow = async (): Promise<void> => {
    if (store) restore(await store.read());
  };
  const announced = async (make: () => SandboxFaults): Promise<SandboxFaults> => {
    const current = await change(make);
    onSet();
    return current;
  };
  return {
    isSet: () => plan.isSet(),
    async read() {
      await follow();
      return plan.read();
    },
    set: (seed, faults) => announced(() => plan.set(seed, faults)),
    clear: () => announced(() => plan.clear()),
    async next(operation) {
      return plan.isSet() ? change(() => plan.next(operation)) : undefined;
    },
    share(shared, announce) {
      store = shared;
      onSet = announce;
    },
    follow,
  };
}
