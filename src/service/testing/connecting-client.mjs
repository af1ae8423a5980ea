// Makes request after request, each on a connection of its own, until the server takes no more: then it reports how many
// were answered and how those failed that the system had taken. A worker, so that a busy server does not hold it up.
import { get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { port, clients } = workerData;
let answered = 0;
const failed = [];

function request() {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/busy', agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(undefined));
    }).once('error', ({ code }) => resolve(code));
  });
}

async function run() {
  for (;;) {
    const code = await request();
    if (code === 'ECONNREFUSED') return;
    if (code === undefined) answered += 1;
    else failed.push(code);
    if (answered === 1) parentPort.postMessage('answered');
  }
}

await Promise.all(Array.from({ length: clients }, run));
parentPort.postMessage({ answered, failed });
