import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer, STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '#contract/operations/limits.ts';
import type { App } from './app.ts';
import { ServiceError } from './service-error.ts';
import { answerError, errorBody } from './http/answer.ts';
import { secure } from './http/guards/headers.ts';
import { usualTimes } from './settings/timeouts.ts';
import { isLoopbackAddress, networkOf } from './http/guards/peer.ts';

export interface Listening {
  /** The configured port, or the one that the system chose for port 0. */
  readonly port: number;
  /** Closes idle keep-alive connections. */
  dropIdle(): void;
  /**
   * Takes no new connection, lets what is in flight finish, and cuts off what has not after `patience`
   * milliseconds (Rule ST-9).
   */
  close(patience: number): Promise<void>;
}

/**
 * Limits of a connection (Rule ST-21). A query may have 16 KiB; the limit leaves space beside it for the rest of an
 * address and its headers. An upload may take as long as its address is valid, as long as bytes keep arriving.
 */
const bounds = {
  /** Bytes. */
  headers: 65_536,
  connections: 2_000,
  /** Of one remote address; 0 is no limit. */
  connectionsPerAddress: 0,
  ...usualTimes,
  /** Milliseconds until a file is there that is sent to its address. */
  uploadTime: (limits.uploadAddressSeconds + 60) * 1000,
  /** How often headers and files are looked at. */
  look: 5_000,
};

type Bounds = typeof bounds & {
  /** Addresses that may have as many connections as there are: those of this machine, a proxy among them. */
  readonly isLocal: (address: string) => boolean;
};

/** Serves an app on one address; rejects with the system's error when the port is taken. */
export async function serve(
  app: App,
  host: string,
  port: number,
  overrides: Partial<Bounds> = {},
): Promise<Listening> {
  const bound: Bounds = { ...bounds, isLocal: isLoopbackAddress, ...overrides };
  // Requests that come while the server closes wait for this, so that it has a moment without work.
  let closing: Promise<void> | undefined;
  const answer = getRequestListener(
    async (request, env) => {
      await closing;
      return app.fetch(request, env);
    },
    { errorHandler: refuseRequest },
  );
  const server = createServer(
    {
      maxHeaderSize: bound.headers,
      headersTimeout: bound.headersTime,
      requestTimeout: Math.max(bound.uploadTime, bound.requestTime),
      connectionsCheckingInterval: Math.min(bound.look, bound.headersTime),
      keepAliveTimeout: bound.idle,
    },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.maxConnections = bound.connections;
  closeSilent(server, bound.silence);
  endSlow(server, bound.requestTime);
  limitAddresses(server, bound);
  server.on('clientError', refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on TCP has an address of this form.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    dropIdle: () => server.closeIdleConnections(),
    close: async (patience) => {
      closing = takeWaitingConnections(server);
      await closing;
      closing = undefined;
      await close(server, patience);
    },
  };
}

/** Closes connections on which nothing comes or goes, unless it is the service that is awaited. */
function closeSilent(server: Server, milliseconds: number): void {
  const newest = new WeakMap<Socket, { incoming: IncomingMessage; answer: ServerResponse }>();
  server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => {
    newest.set(incoming.socket, { incoming, answer });
  });
  server.setTimeout(milliseconds, (socket) => {
    const exchange = newest.get(socket);
    if (exchange?.incoming.complete && !exchange.answer.headersSent) return;
    socket.destroy();
  });
}

/** The server's own limit is the one of files; whatever else is sent more slowly than it may is refused here. */
function endSlow(server: Server, milliseconds: number): void {
  server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => {
    if (incoming.complete || (incoming.method === 'PUT' && incoming.url?.startsWith('/uploads/'))) return;
    const timer = setTimeout(() => {
      if (incoming.complete) return;
      // A second answer on the same connection would be taken for that of another request.
      if (answer.headersSent) incoming.socket.destroy();
      else
        refuseConnection(
          Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          incoming.socket,
        );
    }, milliseconds);
    incoming.once('end', () => clearTimeout(timer));
    incoming.once('close', () => clearTimeout(timer));
  });
}

/** Ends connections of an address that has as many as it may (Rule ST-42). */
function limitAddresses(server: Server, { connectionsPerAddress: most, isLocal }: Bounds): void {
  const counts = new Map<string, number>();
  if (most === 0) return;
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined || isLocal(socket.remoteAddress)) return;
    const address = networkOf(socket.remoteAddress);
    const count = counts.get(address) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}

/** What is HTTP, but no request of a service: of which nothing reaches the app (Rules ER-1, ST-7). */
function refuseRequest(error: unknown): Response {
  const fault =
    error instanceof RequestError
      ? new ServiceError('malformed-argument', 'The address or its Host is not one of HTTP.')
      : new ServiceError('internal', 'The service failed; its log says where.');
  return secure(answerError(fault));
}

/** What is no request that can be answered as one is refused in the same words as any other (Rules ER-1, ST-21). */
function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const fault =
    connectionFaults[error.code ?? ''] ?? new ServiceError('malformed-argument', 'This is not HTTP.');
  const body = JSON.stringify(errorBody(fault));
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Whoever keeps the other half open would hold a connection for ever. The answer has a moment to arrive.
  setTimeout(() => socket.destroy(), lingering).unref();
}

/** Milliseconds until the connection of a refused request is gone, whatever its sender does. */
const lingering = 1_000;

const connectionFaults: Readonly<Record<string, ServiceError>> = {
  HPE_HEADER_OVERFLOW: new ServiceError(
    'headers-too-large',
    'The address and headers are larger than 64 KiB.',
    {
      rule: 'ST-21',
    },
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ServiceError('request-timeout', 'The request did not come in time.', {
    rule: 'ST-21',
  }),
};

/** Milliseconds that taking the last connections may last. */
const longestTaking = 2_000;

/**
 * Takes every connection that the system has for this process: with the server, those would end that are not taken yet.
 * In each turn of the event loop one is taken, so a turn without any is the end.
 */
async function takeWaitingConnections(server: Server): Promise<void> {
  let taken = 0;
  server.on('connection', () => (taken += 1));
  const end = performance.now() + longestTaking;
  for (let before = -1; before < taken && performance.now() < end;) {
    before = taken;
    await setImmediate();
  }
}

async function close(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Idle keep-alive connections would otherwise keep the server open.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), patience);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
