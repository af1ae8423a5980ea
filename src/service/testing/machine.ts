import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Begins to measure how late a thread that does nothing is woken, which is what the machine itself takes from everybody
 * while it does other work too.
 *
 * @returns ends it, and answers the longest delay in milliseconds
 */
export function measureMachine(): () => Promise<number> {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
    let most = 0, due = performance.now() + 5;
    const timer = setInterval(() => {
      const now = performance.now();
      most = Math.max(most, now - due);
      due = now + 5;
    }, 5);
    parentPort.once('message', () => { clearInterval(timer); parentPort.postMessage(most); });`,
    { eval: true },
  );
  return async () => {
    const answered = once(thread, 'message') as Promise<[number]>;
    thread.postMessage('end');
    const [most] = await answered;
    await thread.terminate();
    return most;
  };
}
