import { createServer, request as ask, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

async function listen(listener: RequestListener): Promise<{ origin: string; close: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A host that takes whatever comes, and notes it. */
export async function recorder(): Promise<{
  readonly origin: string;
  readonly requests: IncomingHttpHeaders[];
  readonly close: () => void;
}> {
  const requests: IncomingHttpHeaders[] = [];
  const host = await listen((request, response) => {
    requests.push(request.headers);
    request.resume().on('end', () => {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
      response.end();
    });
  });
  return { ...host, requests };
}

/**
 * The service behind another port, as the page's own origin; what is put at its upload addresses is sent on to another
 * place by a redirect that keeps method and bytes.
 */
export async function frontOf(
  origin: string,
  to: string,
): Promise<{
  readonly origin: string;
  /** Headers of what came to an upload address. */
  readonly uploads: IncomingHttpHeaders[];
  readonly close: () => void;
}> {
  const uploads: IncomingHttpHeaders[] = [];
  const front = await listen((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/uploads/')) {
      uploads.push(request.headers);
      request.resume().on('end', () => response.writeHead(307, { location: to }).end());
      return;
    }
    const { host: _host, origin: _origin, referer: _referer, ...headers } = request.headers;
    const passed = ask(origin + path, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  });
  return { ...front, uploads };
}
