/** Lets everything else that waits for this thread have its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
