import { createApp } from './app.ts';
import { createLog } from './http/monitoring/log.ts';
import { readSettings } from './settings.ts';
import { startCore } from './start.ts';
import type { RunningCore } from './start.ts';

/** The service without a server of its own, for the development server to mount on its origin. */
export interface DevelopmentService {
  /** @param wire the connection by which the request came, as the adaptor gives it */
  fetch(request: Request, wire?: object): Response | Promise<Response>;
  close(): Promise<void>;
}

/** @param port by which the development server is reached, once it listens */
export function openInDevelopment(
  environment: Readonly<Record<string, string | undefined>>,
  port: () => number,
): DevelopmentService {
  const settings = readSettings(environment);
  const log = createLog('info');
  let running: RunningCore | undefined;
  const opening = settings.upstream
    ? undefined
    : startCore(settings, log).then((core) => {
        running = core;
      });
  opening?.catch((error: unknown) => log.fatal({ err: error }, 'the service could not start'));
  const app = createApp(settings, { core: () => running?.core, log, port });
  return {
    fetch: (request, wire) => app.fetch(request, wire),
    async close() {
      await opening?.catch(() => undefined);
      await running?.close();
    },
  };
}
