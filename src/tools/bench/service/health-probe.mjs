// A process of its own that asks /healthz of every origin each 100 ms, whatever came of the calls before, so that what
// the load costs its makers does not count. At the message `end` it answers with the milliseconds of every call.
//
//     fork('health-probe.mjs', origins)
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const times = [];
let failed = 0;
let open = 0;

const ask = (origin) => {
  const started = performance.now();
  open += 1;
  const end = (isGood) => {
    open -= 1;
    if (isGood) times.push(performance.now() - started);
    else failed += 1;
  };
  const call = request(`${origin}/healthz`, { agent, timeout: 60_000 }, (response) => {
    response.resume();
    response.once('end', () => end(response.statusCode === 200));
  });
  call.once('timeout', () => call.destroy(new Error('timeout')));
  call.once('error', () => end(false));
  call.end();
};

const origins = process.argv.slice(2);
const timer = setInterval(() => origins.forEach(ask), 100);
process.once('message', () => {
  clearInterval(timer);
  const finish = () => {
    if (open > 0) return setTimeout(finish, 50);
    process.send({ times, failed });
    process.disconnect();
    agent.destroy();
  };
  finish();
});
