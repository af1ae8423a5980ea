import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What stands between a client and a server and sees the bytes: they pass, one of them is changed, or all wait. */
export interface Relay {
  readonly origin: string;
  /** Heads of the requests that came, their lines, newest last. */
  readonly heads: string[][];
  /** Changes one bit in the body of every PUT from here on. */
  alters: boolean;
  /** From here on nothing passes, until what this returns is called. */
  stall(): () => void;
  close(): void;
}

/** @param target origin of an http server on this machine */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const heads: string[][] = [];
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      if (isStalled) from.pause();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    upstream.on('data', (bytes) => client.write(bytes));
    let isBody = false;
    client.on('data', (bytes) => {
      const end = bytes.indexOf('\r\n\r\n');
      const head = end > 0 && /^[A-Z]+ \//.test(bytes.toString('latin1', 0, 12));
      if (head) heads.push(bytes.toString('latin1', 0, end).split('\r\n'));
      if (head) isBody = bytes.toString('latin1', 0, 4) === 'PUT ';
      const at = head ? end + 4 : 0;
      if (relay.alters && isBody && at < bytes.length) {
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        isBody = false;
      }
      upstream.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: Relay = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // TCP, so it has one
    heads,
    alters: false,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
      return () => {
        isStalled = false;
        for (const socket of sockets) socket.resume();
      };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return relay;
}
