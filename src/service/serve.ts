import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';

export interface Listening {
  /** The port that was given, or chosen where 0 was asked for. */
  readonly port: number;
  /**
   * Takes no new connection, lets what is in flight finish, and cuts off what has not after `patience`
   * milliseconds (Rule ST-9).
   */
  close(patience: number): Promise<void>;
}

/** A query may have 16 KiB; the rest of an address and its headers have room beside it. */
const maxHeaderSize = 65_536;

/** Serves an app on one address; rejects with the system's error when the port is taken. */
export async function serve(app: App, host: string, port: number): Promise<Listening> {
  // The adaptor's type allows for HTTP/2; without an own createServer it is the plain server of node:http.
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      maxHeaderSize,
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 5_000,
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on TCP has an address of this form.
  const address = server.address() as AddressInfo;
  return { port: address.port, close: (patience) => close(server, patience) };
}

async function close(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Connections that are kept alive between requests would otherwise hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), patience);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
