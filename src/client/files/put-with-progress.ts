import { currentTime } from '#clock/clock.ts';
import { ownUploadRefusal, ApiError } from '../http/errors.ts';

export interface PutOptions {
  /** The connection's own origin. */
  readonly ownOrigin: string;
  readonly signal?: AbortSignal | undefined;
  /** Sent beside the digest, as an object store wants them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Receives the bytes sent so far; for small files only at their end. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** An answer to a PUT, however it was made. */
export interface PutAnswer {
  readonly status: number;
  readonly text: string;
  /** The `ETag`, where the place tells it and lets pages read it. */
  readonly etag: string | null;
}

/** Bytes up to which a file is put in one go: it is gone before anybody could see how far it is. */
export const smallUpload = 512 * 1024;

/** Milliseconds without a byte moving, or without an answer once all have left, until an upload is aborted. */
const longestStill = 60_000;

/**
 * Puts a long file and reports its progress, which `fetch` cannot. XMLHttpRequest follows redirects, which nothing can
 * prevent. Nothing secret of ours goes along: no cookies, no bearer key, no referrer (the page's policy); where it went
 * is looked at when it answers, and an answer of another place is not taken.
 *
 * @throws ApiError `refused` when another place answered, DOMException `AbortError` or `TimeoutError`, Error when none
 *   answered
 */
export function putWithProgress(
  url: URL,
  file: Blob,
  md5: string,
  { signal, headers = {}, onProgress }: PutOptions,
): Promise<PutAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let still: ReturnType<typeof setTimeout> | undefined;
    const end = (finish: () => void): void => {
      clearTimeout(still);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const giveUp = (name: string) => (): void =>
      end(() => {
        request.abort();
        reject(new DOMException('The upload was aborted.', name));
      });
    const onAbort = giveUp('AbortError');
    const moved = (): void => {
      clearTimeout(still);
      still = setTimeout(giveUp('TimeoutError'), longestStill);
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort);
    request.open('PUT', url.href);
    request.withCredentials = false;
    for (const [name, value] of Object.entries({ ...headers, 'content-md5': md5 }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      onProgress?.(Math.min(loaded, file.size));
    };
    request.onerror = () => end(() => reject(new Error('Nobody answered.')));
    request.onload = () =>
      end(() => {
        const { status, responseText: text, responseURL } = request;
        if (withoutFragment(responseURL) === withoutFragment(url.href))
          resolve({ status, text, etag: request.getResponseHeader('etag') });
        else {
          const line = { method: 'PUT', path: '(upload address)', status, at: currentTime().toISOString() };
          const message = 'The upload address led elsewhere.';
          reject(new ApiError('refused', line, { messages: [{ message, code: ownUploadRefusal }] }));
        }
      });
    moved();
    request.send(file);
  });
}

const withoutFragment = (address: string): string => address.replace(/#.*$/, '');
