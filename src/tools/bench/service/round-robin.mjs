// A small proxy in a process of its own: each request goes to the next origin, whoever it comes from. It sends the port
// on which it listens, and is sent the origins, again whenever they change.
import { Agent, createServer, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let origins = [];
let turn = 0;

const server = createServer((incoming, answer) => {
  const origin = origins[(turn += 1) % origins.length];
  const passed = request(
    new URL(incoming.url ?? '/', origin),
    { method: incoming.method, headers: incoming.headers, agent },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.once('error', () => answer.destroy());
    },
  );
  // A reused connection may end during the request: the client sees the same as with a server that went away.
  passed.once('error', () => answer.destroy());
  incoming.pipe(passed);
});
process.on('message', (next) => (origins = next));
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
