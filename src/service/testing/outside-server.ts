import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ServerRequest {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** What a server answers: bytes, a status without a body, or nothing for ever (undefined). */
export type ServerAnswer = Uint8Array | string | number | undefined;

/** An HTTP server on loopback whose answers a test changes while it runs. */
export interface OutsideServer {
  readonly url: string;
  readonly requests: ServerRequest[];
  answer: (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>;
  close(): Promise<void>;
}

export async function startServer(answer: OutsideServer['answer']): Promise<OutsideServer> {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request = { body: Buffer.concat(parts), headers: incoming.headers };
      self.requests.push(request);
      void (async () => {
        const result = await self.answer(request);
        if (result === undefined) return;
        if (typeof result === 'number') outgoing.writeHead(result).end();
        else outgoing.end(result);
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // TCP, so it has one
  const self: OutsideServer = {
    url: `http://127.0.0.1:${port}/`,
    requests: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}
