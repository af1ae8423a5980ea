import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** How long `/healthz` took, milliseconds, called ten times a second. */
export interface HealthTimes {
  readonly times: readonly number[];
  /** Calls without a good answer. */
  readonly failed: number;
}

/** Begins to ask `/healthz`; the answer ends it. */
export function probeHealth(origins: readonly string[]): () => Promise<HealthTimes> {
  const child = fork(fileURLToPath(new URL('health-probe.mjs', import.meta.url)), [...origins]);
  return async () => {
    const answered = once(child, 'message') as Promise<[HealthTimes]>; // as health-probe.mjs sends it
    child.send('end');
    const [found] = await answered;
    return found;
  };
}

export interface RoundRobin {
  readonly port: number;
  setOrigins(origins: readonly string[]): void;
  close(): void;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  const child = fork(fileURLToPath(new URL('round-robin.mjs', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number]; // as round-robin.mjs sends it
  return {
    port,
    setOrigins: (origins) => void child.send([...origins]),
    close: () => child.disconnect(),
  };
}
