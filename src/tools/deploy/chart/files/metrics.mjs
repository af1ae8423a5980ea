// The second container of a pod. The service answers `/metrics` to its own pod alone; this passes on that address, and
// nothing else of it, to whoever reaches the port.
import { createServer } from 'node:http';

const source = process.env.METRICS_SOURCE ?? '';

createServer((request, response) => {
  if (request.method !== 'GET' || request.url !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  // Without the headers that came: one that speaks of a proxy would be refused.
  fetch(source, { signal: AbortSignal.timeout(8_000) })
    .then(async (answer) => {
      const text = await answer.text();
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      });
      response.end(text);
    })
    .catch(() => response.writeHead(503).end());
}).listen(Number(process.env.METRICS_PORT), process.env.METRICS_HOST);

// The first process of a container has no default action for signals.
process.once('SIGTERM', () => process.exit(0));
