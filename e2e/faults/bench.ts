import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxFaultKind, SandboxFaults } from '#contract/sandbox/injected-faults.ts';

/** The service's own bench (`/sandbox/faults`), beside the page. */
export class Bench {
  readonly #address: string;

  constructor(origin: string) {
    this.#address = `${origin}/sandbox/faults`;
  }

  /** From now on every call of one operation meets the fault; no other does. */
  async set(operation: string, fault: SandboxFaultKind, seed: number): Promise<void> {
    const rule = {
      operation,
      fault,
      rate: 1,
      ...(fault === 'delay' ? { milliseconds: 2_000 } : {}),
      ...(fault === '429' || fault === '503' ? { retryAfter: 1 } : {}),
    };
    await this.#ask('PUT', { seed, faults: [rule] });
  }

  async clear(): Promise<void> {
    await this.#ask('DELETE');
  }

  /** How often the fault struck since it was set. */
  async struck(operation: string, fault: SandboxFaultKind): Promise<number> {
    const { injected } = await this.#ask('GET');
    return injected[operation]?.[fault] ?? 0;
  }

  /** @returns whether it struck within so many milliseconds */
  async strikes(operation: string, fault: SandboxFaultKind, within: number): Promise<boolean> {
    for (const end = Date.now() + within; Date.now() < end; await wait(60))
      if ((await this.struck(operation, fault)) > 0) return true;
    return false;
  }

  async #ask(method: string, body?: object): Promise<SandboxFaults> {
    const init = {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    };
    // A keep-alive connection may have been ended meanwhile.
    const response = await fetch(this.#address, init).catch(() => fetch(this.#address, init));
    if (!response.ok)
      throw new Error(`${method} /sandbox/faults: ${response.status} ${await response.text()}`);
    return (await response.json()) as SandboxFaults;
  }
}
