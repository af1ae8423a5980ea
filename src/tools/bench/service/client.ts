import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { RecordedWrites } from './recorded-writes.ts';

export interface Answered {
  /** Undefined where no answer came whole. */
  readonly status: number | undefined;
  /** Undefined where it is not JSON. */
  readonly body: unknown;
  readonly bytes: Buffer;
  /** The injected fault that the answer is of. */
  readonly fault?: string | undefined;
}

/** Whether a write may have been carried out or not: no answer came whole, or the database or the proxy went away. */
export const isInDoubt = ({ status, fault }: Answered): boolean =>
  status === undefined || (status >= 500 && fault === undefined);

export interface LoadClient {
  /** Calls an operation below `/rest/v1`, or an address, and records its duration under the name. */
  ask(name: string, method: string, path: string, body?: object): Promise<Answered>;
}

/** One client with one connection, which makes one request at a time. */
export function createClient(origin: string, key: string, record: RecordedWrites): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask(name, method, path, body) {
      const isBytes = body instanceof Uint8Array;
      const sent =
        body === undefined ? undefined : isBytes ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
      const isOwn = path.startsWith('/');
      const url = isOwn ? `${origin}${path.startsWith('/sandbox') ? '' : '/rest/v1'}${path}` : path;
      const headers = {
        // An upload address is its own authority, and never sees the key.
        ...(isOwn && !path.startsWith('/sandbox') ? { authorization: `Bearer ${key}` } : {}),
        ...(isBytes ? { 'content-md5': createHash('md5').update(body).digest('base64') } : {}),
        ...(sent && !isBytes ? { 'content-type': 'application/json' } : {}),
        ...(sent ? { 'content-length': String(sent.byteLength) } : {}),
      };
      const started = performance.now();
      return new Promise((resolve) => {
        const end = (status: number | undefined, bytes: Buffer, fault?: string): void => {
          record.answered(name, performance.now() - started, status, fault);
          resolve({ status, body: parsed(bytes), bytes, fault });
        };
        const outgoing = request(url, { method, headers, agent });
        let came = false;
        outgoing.once('response', (response) => {
          came = true;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => undefined);
          response.once('close', () => {
            const reported = response.headers['testigo-fault'];
            const fault = Array.isArray(reported) ? reported[0] : reported;
            end(response.complete ? response.statusCode : undefined, Buffer.concat(chunks), fault);
          });
        });
        outgoing.once('error', () => {
          if (!came) end(undefined, Buffer.alloc(0));
        });
        outgoing.end(sent);
      });
    },
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

export function idOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
    ? body.id
    : undefined;
}
