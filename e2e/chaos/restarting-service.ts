import { rm } from 'node:fs/promises';
import { startService, type RunningService } from '../service.ts';

/** A service that can die at any moment and comes back at the same address with the same data. */
export interface RestartingService {
  readonly origin: string;
  /** Ends it with SIGKILL and starts it again. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** @param whenBack called each time it answers: what lives in its memory is then gone */
export async function startRestartingService(
  whenBack: (origin: string) => Promise<void>,
): Promise<RestartingService> {
  const first = await startService({});
  const { origin, data } = first;
  let running: RunningService = first;
  await whenBack(origin);
  return {
    origin,
    kill: async () => {
      await running.stop('SIGKILL');
      running = await startService({ PORT: new URL(origin).port }, data);
      await whenBack(origin);
    },
    end: async () => {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
