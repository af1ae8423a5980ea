/** Calls to one host that are on their way at the same time: what is more waits. */
export const mostInFlight = 8;

/** Who goes first: what the reader asked to be done, then what is to be shown, then what is only looked into. */
const ranks = ['write', 'read', 'background'] as const;
export type Rank = (typeof ranks)[number];

/**
 * Waits for one's turn: resolves with what ends it, rejects when the caller took the call back. What is of one rank
 * begins in the order in which it was asked; what left the screen is taken back and waits no more.
 */
export type Turns = (host: string, rank: Rank, signal: AbortSignal | undefined) => Promise<() => void>;

/** Lets calls to one host begin, so many at a time. */
export function createTurns(most = mostInFlight): Turns {
  const hosts = new Map<string, { running: number; waiting: { rank: Rank; begin: () => void }[] }>();
  return (host, rank, signal) => {
    const queue = hosts.get(host) ?? { running: 0, waiting: [] };
    hosts.set(host, queue);
    const next = (): void => {
      if (queue.running >= most) return;
      const [first] = ranks.flatMap((one) => queue.waiting.filter((waiting) => waiting.rank === one));
      first?.begin();
    };
    return new Promise((resolve, reject) => {
      const turn = {
        rank,
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
        reject(new DOMException('Taken back before it began.', 'AbortError'));
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave);
      queue.waiting.push(turn);
      next();
    });
  };
}
