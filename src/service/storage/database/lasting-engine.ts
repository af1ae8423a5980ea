import { isBroken } from './engine-protocol.ts';
import { StorageUnavailable } from '../unavailable.ts';

/** An engine that is opened again after it broke. */
export interface Engine<T> {
  /** @throws StorageUnavailable where the engine broke, or cannot be opened again yet */
  run<R>(use: (engine: T) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

interface Closable {
  readonly closed: boolean;
  close(): Promise<void>;
  /** Ends one that broke; when this resolves, another one may open its files. */
  discard(): Promise<void>;
}

/**
 * An engine that runs inside of this process and may break there, or whose thread may end, which no statement repairs:
 * from then on it is abandoned, whoever was using it gets an error, and the next one opens it again on what is on the disk.
 */
export async function openLasting<T extends Closable>(open: () => Promise<T>): Promise<Engine<T>> {
  let current: Promise<T> = Promise.resolve(await open());
  let closing = false;
  const abandon = (broken: T): void => {
    if (closing) return;
    const before = current;
    // Only by the first of those who find it broken.
    void before.then((engine) => {
      if (engine !== broken || current !== before) return;
      const next = broken.discard().then(open);
      next.catch(() => undefined); // reported to the next caller, below
      current = next;
    });
  };
  return {
    async run(use) {
      const opening = current;
      const engine = await opening.catch((error: unknown) => {
        // Not yet: the next one tries again.
        if (current === opening && !closing) current = open();
        current.catch(() => undefined);
        throw lost(error);
      });
      try {
        return await use(engine);
      } catch (error) {
        if (!isBroken(error) && (closing || !engine.closed)) throw error;
        abandon(engine);
        throw lost(error);
      }
    },
    async close() {
      closing = true;
      const engine = await current.catch(() => undefined);
      if (engine && !engine.closed) await engine.close();
    },
  };
}

const lost = (cause: unknown): StorageUnavailable =>
  new StorageUnavailable('database', 'lost', 'The embedded database stopped and is opened again.', cause);
