import type { HashAnswer, HashQuestion } from './hash-worker.ts';

/** Digests of a file's bytes, lower-case hexadecimal. */
export interface Digests {
  readonly md5: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Computes MD5 and SHA-256 of a file in a worker.
 *
 * @param onProgress bytes read so far
 * @throws Error when the file cannot be read to its end (it was moved or changed), or DOMException
 *   `AbortError` when the signal aborts
 */
export function hashFile(
  file: Blob,
  options: { onProgress?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<Digests> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module', name: 'hash' });
    const end = (finish: () => void): void => {
      worker.terminate();
      options.signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => end(() => reject(new DOMException('Hashing was cancelled.', 'AbortError')));
    options.signal?.addEventListener('abort', onAbort);
    worker.onerror = (event) => end(() => reject(new Error(event.message || 'The hash worker stopped.')));
    worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
      if (data.kind === 'progress') options.onProgress?.(data.bytes);
      else if (data.kind === 'done')
        end(() => resolve({ md5: data.md5, sha256: data.sha256, bytes: data.bytes }));
      else end(() => reject(new Error(data.message)));
    };
    const question: HashQuestion = { file };
    worker.postMessage(question);
  });
}
