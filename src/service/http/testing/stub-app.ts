import { createApp } from '../../app.ts';
import type { App, AppDeps } from '../../app.ts';
import { ServiceError } from '../../service-error.ts';
import { readSettings } from '../../settings.ts';
import { createLog } from '../monitoring/log.ts';
import type { Peer } from '../guards/peer.ts';
import type { Core } from '../ports.ts';

export const key = 'k'.repeat(43);
const port = 4310;

/** Who asks an app without a server. */
export const thisMachine: Peer = { address: '127.0.0.1', httpVersion: '1.1', isLocal: true };

/** What a stubbed handler saw, for tests that look at nothing but the wire. */
export interface Stub {
  readonly app: App;
  /** Every line that was logged. */
  readonly lines: string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * The app over handlers that echo their call: what is tested is how a request becomes a call. Everything
 * that speaks of data runs against the real service.
 */
export function stubApp(
  environment: Readonly<Record<string, string>> = {},
  core: Partial<Core> = {},
  deps: Partial<AppDeps> = {},
): Stub {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const echo = async (call: unknown): Promise<unknown> => call;
  const stub: Core = {
    handlers: new Proxy({}, { get: () => echo, has: () => true, getOwnPropertyDescriptor: () => descriptor }),
    authenticate: async (secret) => {
      if (secret === key) return { kind: 'key', keyId: 'a'.repeat(24), organizationId: 'b'.repeat(24) };
      throw new ServiceError('unauthenticated', 'not known', { rule: 'AU-1' });
    },
    receiveUpload: async () => undefined,
    signDirectUpload: async () => ({ url: '', headers: {} }),
    sandbox: undefined,
    ready: () => true,
    ...core,
  };
  const descriptor = { value: echo, configurable: true, enumerable: true, writable: true };
  const app = createApp(readSettings(environment), {
    core: () => stub,
    log,
    port: () => port,
    assumedPeer: thisMachine,
    ...deps,
  });
  return {
    app,
    lines,
    ask: async (path, init) =>
      app.request(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...Object.fromEntries(new Headers(init?.headers)) },
      }),
  };
}

export interface ErrorAnswer {
  errors: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; http: { status: number } };
  }[];
}

export const bodyOfError = async (response: Response): Promise<ErrorAnswer> =>
  (await response.json()) as ErrorAnswer;
