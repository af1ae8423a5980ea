// A bare node:http server that answers every request with the same bytes, or with 304 to whoever names their validator:
// what Node itself takes for it. The message of the parent process carries the body; the answer is the port.
import { createServer } from 'node:http';

process.once(
  'message',
  (/** @type {{ body: string, headers: Record<string, string> }} */ { body, headers }) => {
    const bytes = Buffer.from(body);
    const server = createServer((request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, headers).end();
      else response.writeHead(200, { ...headers, 'content-length': bytes.byteLength }).end(bytes);
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : undefined);
    });
  },
);
process.on('disconnect', () => process.exit());
