/** Runs work when its turn comes. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * So many at once, the others in the order in which they came. Where everything is asked of one engine that does one
 * thing at a time, taking turns by statement would have each wait for all others at each of its statements, and
 * those with many statements longest of all.
 */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  const end = (): void => {
    // Whoever is next takes this place: nobody who comes meanwhile is before it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const begin = (): void => void Promise.resolve().then(work).then(resolve, reject).finally(end);
      if (running >= most) {
        waiting.push(begin);
        return;
      }
      running += 1;
      begin();
    });
}
