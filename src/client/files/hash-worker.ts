import { createMD5, createSHA256 } from 'hash-wasm';

/** A request of `hashFile`; it sends one at a time. */
export interface HashQuestion {
  readonly file: Blob;
}

/** Messages to `hashFile`, in this order: any number of `progress`, then one `done` or `failed`. */
export type HashAnswer =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly md5: string; readonly sha256: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string };

const tell = (answer: HashAnswer): void => postMessage(answer);

/** Bytes between two progress messages, so that they cost nothing beside hashing. */
const progressEvery = 4 * 1024 * 1024;

/** Made once: a worker hashes many files. */
const hashers = Promise.all([createMD5(), createSHA256()]);

/** Both digests in one pass over the stream: memory stays flat whatever the size. */
async function hash(file: Blob): Promise<void> {
  const [md5, sha256] = await hashers;
  md5.init();
  sha256.init();
  const reader = file.stream().getReader();
  let bytes = 0;
  let reportedBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    md5.update(value);
    sha256.update(value);
    bytes += value.length;
    if (bytes - reportedBytes >= progressEvery) {
      reportedBytes = bytes;
      tell({ kind: 'progress', bytes });
    }
  }
  tell({ kind: 'done', md5: md5.digest('hex'), sha256: sha256.digest('hex'), bytes });
}

addEventListener('message', (event: MessageEvent<HashQuestion>) => {
  hash(event.data.file).catch((error: unknown) => {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
