import { currentTime } from '#clock/clock.ts';
import { ApiError } from './errors.ts';

/** Number of concurrent calls to one host; further calls wait. */
export const mostInFlight = 8;

/** A call that is about to be sent. */
interface Turn {
  readonly baseUrl: string;
  readonly method: string;
  readonly path: string;
  /** No screen waits for it. */
  readonly background: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Waits for a turn and resolves with the function that ends it. Calls of a user's action go first, then reads for the
 * screen, then probes; within a rank the order of arrival decides. A call whose screen is left is cancelled and leaves
 * the queue.
 *
 * @throws ApiError `cancelled`: the caller took the call back
 */
export type Turns = (turn: Turn) => Promise<() => void>;

interface Queue {
  running: number;
  readonly waiting: { readonly rank: number; readonly begin: () => void }[];
}

/** Lets calls to one host begin, so many at a time. */
export function createTurns(most = mostInFlight): Turns {
  const queues = new Map<string, Queue>();
  return ({ baseUrl, method, path, background, signal }) => {
    const { host } = new URL(baseUrl);
    const queue = queues.get(host) ?? { running: 0, waiting: [] };
    queues.set(host, queue);
    const next = (): void => {
      if (queue.running >= most) return;
      [0, 1, 2].flatMap((rank) => queue.waiting.filter((one) => one.rank === rank))[0]?.begin();
    };
    return new Promise((resolve, reject) => {
      const turn = {
        rank: method !== 'GET' ? 0 : background ? 2 : 1,
        begin: () => {
          queue.waiting.splice(queue.waiting.indexOf(turn), 1);
          signal?.removeEventListener('abort', leave);
          queue.running += 1;
          let ended = false;
          resolve(() => {
            if (ended) return;
            ended = true;
            queue.running -= 1;
            next();
          });
        },
      };
      const leave = (): void => {
        const at = queue.waiting.indexOf(turn);
        if (at >= 0) queue.waiting.splice(at, 1);
        reject(new ApiError('cancelled', { method, path, at: currentTime().toISOString() }));
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave);
      queue.waiting.push(turn);
      next();
    });
  };
}
