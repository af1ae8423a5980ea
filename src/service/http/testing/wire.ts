import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** What came back over a connection of its own, however it ended. */
export interface Wired {
  /** Undefined where not even a status came. */
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** What came of the body. */
  readonly body: string;
  /** Whether the complete answer arrived. */
  readonly isComplete: boolean;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | undefined;
  readonly agent?: Agent;
}

/** Asks over a real connection; a cut one is an answer too. */
export function requestOverWire(url: string, sent: Sent = {}): Promise<Wired> {
  const { method = 'GET', body, agent = new Agent() } = sent;
  const isBytes = body instanceof Uint8Array;
  const bytes = body === undefined ? undefined : isBytes ? body : Buffer.from(JSON.stringify(body));
  const headers = {
    ...(bytes === undefined ? {} : { 'content-length': String(bytes.byteLength) }),
    ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent });
    let answered = false;
    call.once('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.once('close', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          isComplete: response.complete,
        }),
      );
    });
    call.once('error', (error: Error & { code?: string }) => {
      if (answered) return;
      if (error.code === 'ECONNRESET')
        resolve({ status: undefined, headers: {}, body: '', isComplete: false });
      else reject(error);
    });
    call.end(bytes);
  });
}
