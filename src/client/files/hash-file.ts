import type { HashAnswer, HashQuestion } from './hash-worker.ts';

/** Digests of a file's bytes, lower-case hexadecimal. */
export interface Digests {
  readonly md5: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface Job {
  readonly file: Blob;
  readonly onProgress: ((bytes: number) => void) | undefined;
  readonly resolve: (digests: Digests) => void;
  readonly reject: (reason: Error) => void;
}

/** Workers at the same time: more would only make all of them read more slowly, and leave nothing for the page. */
const mostWorkers = 2;
/** Milliseconds after which a worker that has nothing to do is let go. */
const idle = 20_000;

const waiting: Job[] = [];
const workers = new Set<Hasher>();

/**
 * Computes MD5 and SHA-256 of a file in one pass, in a worker. Of many files at once each waits for its turn.
 *
 * @param onProgress bytes read so far
 * @throws Error when the file cannot be read to its end (it was moved or changed) or no worker starts, or DOMException
 *   `AbortError` when the signal aborts
 */
export function hashFile(
  file: Blob,
  { onProgress, signal }: { onProgress?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<Digests> {
  return new Promise((resolve, reject) => {
    const job: Job = {
      file,
      onProgress,
      resolve: (digests) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(digests);
      },
      reject: (reason) => {
        signal?.removeEventListener('abort', onAbort);
        reject(reason);
      },
    };
    const onAbort = (): void => {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      for (const worker of workers) worker.leave(job);
      job.reject(new DOMException('Hashing was cancelled.', 'AbortError'));
      next();
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort);
    waiting.push(job);
    next();
  });
}

/** Gives work to whoever has none. */
function next(): void {
  while (waiting.length > 0) {
    let free = [...workers].find((worker) => worker.isFree);
    if (!free && workers.size < mostWorkers) {
      try {
        free = new Hasher();
        workers.add(free);
      } catch (cause) {
        // With a worker at work the file waits for it; with none, nothing would ever read it.
        if (workers.size > 0) return;
        const refused = waiting.shift();
        refused?.reject(new Error('No hash worker could be started.', { cause }));
        continue;
      }
    }
    const job = free && waiting.shift();
    if (!free || !job) return;
    free.take(job);
  }
}

/** One worker, with one file at a time. */
class Hasher {
  readonly #worker = new Worker(new URL('./hash-worker.ts', import.meta.url), {
    type: 'module',
    name: 'hash',
  });
  #job: Job | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#worker.onerror = (event) => {
      this.#end();
      this.#job?.reject(new Error(event.message || 'The hash worker stopped.'));
      next();
    };
    this.#worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
      const job = this.#job;
      if (data.kind === 'progress') {
        job?.onProgress?.(data.bytes);
        return;
      }
      this.#job = undefined;
      this.#ending = setTimeout(() => this.#end(), idle);
      if (data.kind === 'done') job?.resolve({ md5: data.md5, sha256: data.sha256, bytes: data.bytes });
      else job?.reject(new Error(data.message));
      next();
    };
  }

  get isFree(): boolean {
    return this.#job === undefined;
  }

  take(job: Job): void {
    clearTimeout(this.#ending);
    this.#job = job;
    const question: HashQuestion = { file: job.file };
    this.#worker.postMessage(question);
  }

  /** A file that nobody waits for is read no further; a stream under way ends only with its worker. */
  leave(job: Job): void {
    if (this.#job === job) this.#end();
  }

  #end(): void {
    workers.delete(this);
    clearTimeout(this.#ending);
    this.#worker.terminate();
  }
}
